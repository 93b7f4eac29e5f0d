// Runs before the page is shown, so that it never changes its colours.
import { remembered } from "./theme.js";

document.documentElement.className = remembered("theme");
