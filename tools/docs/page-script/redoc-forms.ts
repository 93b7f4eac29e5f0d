// The script of Redoc's page that runs when the page is there: the forms.
import { TryIt } from "../try-it/element.js";

customElements.define("try-it", TryIt);
