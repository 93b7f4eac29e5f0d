// The script of the reference that makes the forms, in the static page and in Redoc's.
import { TryIt } from "../try-it/element.js";

customElements.define("try-it", TryIt);
