// Runs before the page is shown, so that it never changes its colours.
import { followLinkFirst } from "./follow-link-first.js";
import { remembered } from "./theme.js";

document.documentElement.className = remembered("theme");
if (location.hash !== "") followLinkFirst();
