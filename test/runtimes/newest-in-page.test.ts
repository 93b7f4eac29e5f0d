import { dirname } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { startChromium } from "../browser/chromium.js";
import { expectLostConnection, expectWalk, startFrontEnd } from "../browser/front-end.js";
import type { WebServer } from "../servers/web.js";
import { installNewest, newestModules } from "./newest.js";

let browser: Browser;
let origin: WebServer;

beforeAll(async () => {
  installNewest();
  origin = await startFrontEnd(dirname(newestModules));
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await origin[Symbol.asyncDispose]();
});

describe("in a page behind MSW 3", () => {
  test("the code of the guide works", () => expectWalk(browser, `${origin.url}/msw`));

  test("an answer that breaks off is a lost connection, and no error of the page", () =>
    expectLostConnection(browser, `${origin.url}/msw`));
});
