import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const USUAL_PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts a headless browser with a fresh profile, which calls no one of its own accord. */
export function startChromium(): Promise<Browser> {
  const named = process.env["CHROMIUM_PATH"];
  const executablePath = named ?? USUAL_PLACES.find((path) => existsSync(path));
  if (!executablePath || !existsSync(executablePath)) {
    throw new Error(
      `This needs Chromium, and there is none at ${named ?? USUAL_PLACES.join(", ")}. ` +
        "Install Debian's package chromium, or set CHROMIUM_PATH to one that you have.",
    );
  }
  const disabled = [
    // Chromium asks Google about the forms on a page.
    "AutofillServerCommunication",
    // Each new window loads pages of Chromium's own, whose work is measured as if it were that of the page under test.
    ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  ];
  const features = `--disable-features=${disabled.join()}`;
  const quiet = [features, "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-component-update", "--disable-sync", ...quiet],
  });
}
