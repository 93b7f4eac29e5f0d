import { OWN_PACKAGES, testRecipes } from "../sandbox/recipes.js";
import { installNewest, newestModules } from "./newest.js";

const NEWEST = Object.fromEntries(["msw", "typescript", "vite", "vitest"].map((name) => [name, newestModules]));

testRecipes("a recipe of the guide to the sandbox works with MSW 3, TypeScript 7 and Vitest 5", () => {
  const node = installNewest();
  return { packages: { ...OWN_PACKAGES, ...NEWEST }, node };
});
