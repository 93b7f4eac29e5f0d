import { loadScript } from "./load-script.js";

/** Loads what sends the forms and the first call, after all that is read. What the reader sends before that waits for it. */
export function loadTryIt(main: HTMLElement): void {
  let waiting: HTMLElement | undefined;
  let failure = "";
  const wait = (event: Event) => {
    const { target, type } = event;
    if (!(target instanceof HTMLElement) || !target.matches(type === "submit" ? "form" : "[data-send]")) return;
    event.preventDefault();
    waiting = target;
    say();
  };
  /** Tells next to what was sent why there is no answer. */
  const say = () => {
    const place = waiting?.closest("form, .panel")?.querySelector(".about[role=status]");
    if (place && failure) place.textContent = failure;
  };
  const load = async () => {
    failure = await loadScript("try-it.js");
    if (failure) {
      say();
      return;
    }
    for (const event of EVENTS) main.removeEventListener(event, wait);
    if (waiting instanceof HTMLFormElement) waiting.requestSubmit();
    else waiting?.click();
  };
  for (const event of EVENTS) main.addEventListener(event, wait);
  addEventListener("load", load);
}

/** What sends: a form, or the button of the first call. */
const EVENTS = ["submit", "click"];
