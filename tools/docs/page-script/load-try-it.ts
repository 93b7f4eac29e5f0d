import { loadScript } from "./load-script.js";

/** Loads what sends the forms and the first call, after all that is read. What the reader sends before that waits for it. */
export function loadTryIt(main: HTMLElement): void {
  const waiting = new AbortController();
  const loading = new Promise<string>((resolve) => {
    addEventListener("load", () => resolve(loadScript("try-it.js")));
  });
  loading.then((failure) => failure || waiting.abort());
  const wait = async (event: Event) => {
    const { target, type } = event;
    if (!(target instanceof HTMLElement) || !target.matches(type === "submit" ? "form" : "[data-send]")) return;
    event.preventDefault();
    const failure = await loading;
    const place = target.closest("form, .panel")?.querySelector(".about[role=status]");
    if (failure) place?.replaceChildren(failure);
    else if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  };
  // What sends: a form, or the button of the first call.
  for (const event of ["submit", "click"]) main.addEventListener(event, wait, { signal: waiting.signal });
}
