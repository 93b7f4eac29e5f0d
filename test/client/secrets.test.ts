import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { ServiceStatusError } from "../../src/client/index.js";
import { answer, type Fault, reset, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, input, nowhere, printed, serviceOf, token, tokenIn, WEBHOOKS } from "./examples.js";
import { LIST } from "./paths.js";

const secret = "signing-0123456789";

/** An answer that repeats all that was sent, in a header, a key, a value and a longer text. */
const echo =
  (status: number): Fault =>
  (response, request) => {
    const sent = String(tokenIn(request.headers));
    const body = { [sent]: [sent], text: `You sent ${sent} and ${secret}.`, message: `No ${sent}, no ${secret}` };
    answer(status, body, { "X-Echo": sent, Location: `https://login.example/?token=${sent}` })(response, request);
  };

/** Repeats the token as plain text, with the status of success. */
const echoText: Fault = (response, request) => answer(200, String(tokenIn(request.headers)))(response, request);

describe("no error and no report of a try shows the access token, not in its message, JSON, cause, headers or body", () => {
  test.each<[string, Fault]>([
    ["an error status", echo(400)],
    ["a success without its envelope", echo(200)],
    ["a success that is no JSON", echoText],
    ["a redirect", echo(302)],
    ["a reset", reset],
  ])("of a request that ends with %s", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const reports: unknown[] = [];
    const service = serviceOf(server, { onTry: (report) => void reports.push(JSON.stringify(report)) });
    const { webhooks } = Object(service);
    const failures = [
      await failureOf(webhooks.create({ ...input, secret })),
      await failureOf(webhooks.list()),
      await failureOf(webhooks.get(token)),
    ];
    for (const text of [...failures.map(printed), ...reports]) expect(text).not.toContain(token);
  });

  test("of a path whose error repeats it", async () => {
    await using server = await startFaultServer(echo(400));
    const { error } = await serviceOf(server).http.GET(LIST);
    if (!(error instanceof ServiceStatusError)) throw error;
    expect(error.body).toMatchObject({ "<SECRET>": ["<SECRET>"], text: `You sent <SECRET> and ${secret}.` });
    expect(JSON.stringify(error)).not.toContain(token);
  });

  test.each([
    ["https://name:hunter2@login.example/%7Eshop?state=hunter3#hunter4", "https://login.example/%7Eshop"],
    ["//name:hunter2@login.example/shop", "//login.example/shop"],
    ["app://name:hunter2@shop/open?state=hunter3", "app://shop/open"],
    [`app:open/${token}#hunter4`, "app:open/<SECRET>"],
    [`https://login.example/${token}/start`, "https://login.example/<SECRET>/start"],
    [`https://${token}@login.example/`, "https://login.example/"],
    // As a URL, these would repeat a token in the base URL.
    ["login", "login"],
    ["../login?state=hunter3", "../login"],
    ["?state=hunter3", undefined],
    // A URL would lose this tab, and show the token.
    [`${token.slice(0, 6)}\t${token.slice(6)}`, `${token.slice(0, 6)} ${token.slice(6)}`],
    [`/${"x".repeat(300)}`, `/${"x".repeat(198)}…`],
  ])("nor what a redirect has in its query, or before the @ of its address: %s", async (Location, target) => {
    const url = `${nowhere.url}/gateway/${token}`;
    const fetch = async () => new Response(null, { status: 302, headers: { Location } });
    const { message } = await failureOf(clientOf({ url }, { fetch }).get(1));
    const told = target ? `, a redirect to ${target}` : "";
    const shown = url.replace(token, "<SECRET>");
    expect(message).toBe(`The service answered with status 302${told}: GET ${shown}${WEBHOOKS}/1`);
  });

  test("nor the token of a try before", async () => {
    const answers = [token, `${token}-renewed`];
    await using server = await startFaultServer(answer(503, answers, { "Retry-After": "0" }));
    let tries = 0;
    const service = clientOf(server, { accessToken: () => answers[tries++] ?? "", maxRetries: 1 });
    expect(await failureOf(service.get(1))).toMatchObject({ body: ["<SECRET>", "<SECRET>"] });
  });

  test("nor a token that a front end adds as a header, where the client has none", async () => {
    await using server = await startFaultServer(echo(400));
    const headers = { [accessToken.header]: token };
    const failure = await failureOf(clientOf(server, { accessToken: undefined, headers }).get(1));
    expect(failure.message).toContain("No <SECRET>");
    expect(printed(failure)).not.toContain(token);
  });

  test.each([
    ["abc", "You sent abc."],
    ["abcd", "You sent <SECRET>."],
    ['a "token\\', "You sent <SECRET>."],
    ["token+of/base64==", "You sent <SECRET>."],
  ])("but a token of fewer than four characters is none: %s is told as %s", async (accessToken, told) => {
    await using server = await startFaultServer(answer(400, { detail: `You sent ${accessToken}.` }));
    const failure = await failureOf(clientOf(server, { accessToken }).get(1));
    expect(failure).toMatchObject({ body: { detail: told } });
  });
});

test("a token in the query of a URL is hidden, too", async () => {
  const accessToken = "token+of/base64==";
  const next = `https://login.example/?token=${encodeURIComponent(accessToken)}`;
  await using server = await startFaultServer(answer(401, { next }, { Location: next }));
  const failure = await failureOf(clientOf(server, { accessToken }).get(1));
  expect(failure).toMatchObject({ body: { next: "https://login.example/?token=<SECRET>" } });
  expect(printed(failure)).not.toContain("of%2Fbase64");
});

describe("a message, which logs keep, shows no password that was sent", () => {
  test("in a field that the contract marks as one", async () => {
    await using server = await startFaultServer(echo(400));
    const { message } = await failureOf(clientOf(server).create({ ...input, secret }));
    expect(message).toContain('"No <SECRET>, no <SECRET>": POST ');
  });

  test("but all else that the service said stays as it is", async () => {
    const body = { error: "invalid_grant", client_secret: "shown", topic: input.topic };
    await using server = await startFaultServer(answer(400, body));
    expect(await failureOf(clientOf(server).create({ ...input, secret }))).toMatchObject({ body });
  });
});
