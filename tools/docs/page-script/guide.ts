// The script of a guide.
import { startPage } from "./page.js";

startPage();
