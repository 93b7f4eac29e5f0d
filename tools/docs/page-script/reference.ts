// The script of the static reference: what every static page has, and the forms.
import { TryIt } from "../try-it/element.js";
import { startPage } from "./page.js";

startPage();
customElements.define("try-it", TryIt);
