// Runs before the text of a page is there, so that the page never changes its colours.
import { remembered } from "./theme.js";

document.documentElement.className = remembered("theme");
