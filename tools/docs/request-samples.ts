import { goNative } from "@scalar/snippetz/plugins/go/native";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import { JSON_TYPE } from "../contract/bodies.js";
import type { Call, CallParameter } from "./call-data.js";

// This module also runs in the page, where it makes samples of the values that the reader types.

/** What is sent with a call, as text. */
export interface Input {
  /** The values of parameters, by name. One that is empty is not sent. */
  values: Readonly<Record<string, string>>;
  /** JSON; empty if no body is sent. */
  body: string;
}

/** The token in the samples, which the reader replaces. */
export const TOKEN = "<ACCESS_TOKEN>";

/**
 * What the contract's own examples send.
 *
 * @param index - Which example of the body.
 */
export function exampleInput({ parameters, bodies = [] }: Call, index = 0): Input {
  const values = parameters.map(({ name, example }) => [name, example]);
  return { values: Object.fromEntries(values), body: bodies[index]?.text ?? "" };
}

/** What a first call sends: the first example of the body, and no parameter that may be left out. */
export function firstInput(call: Call): Input {
  const { values, body } = exampleInput(call);
  const needed = call.parameters.filter(({ required }) => required).map(({ name }) => [name, values[name] ?? ""]);
  return { values: Object.fromEntries(needed), body };
}

/** A request as it is sent, in the form of HAR, which the library of samples reads. */
export interface SentRequest {
  method: string;
  /** Without its query. */
  url: string;
  queryString: { name: string; value: string }[];
  headers: { name: string; value: string }[];
  /** Absent where no body is sent. */
  postData?: { mimeType: string; text: string };
}

/** The request that calls an operation. */
export function requestOf(call: Call, { values, body }: Input, token = TOKEN): SentRequest {
  const given = (place: CallParameter["in"]) =>
    call.parameters.flatMap(({ name, in: where }) => {
      const value = values[name] ?? "";
      return where === place && value !== "" ? [{ name, value }] : [];
    });
  return {
    method: call.method,
    url: call.url.replace(/\{(\w+)\}/g, (_, name) => encoded(values[name] ?? "")),
    queryString: given("query"),
    headers: [
      ...(call.tokenHeader === undefined ? [] : [{ name: call.tokenHeader, value: token }]),
      ...given("header"),
      { name: "Content-Type", value: JSON_TYPE },
    ],
    ...(body !== "" && { postData: { mimeType: JSON_TYPE, text: body } }),
  };
}

/** The address of a request, with its query. */
export function addressOf({ url, queryString }: SentRequest): string {
  const pairs = queryString.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`);
  return pairs.length > 0 ? `${url}?${pairs.join("&")}` : url;
}

/** A text as a part of a URL, without the signs that a shell or a program would take for its own. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

interface Sample {
  name: "curl" | "TypeScript" | "Python" | "Go";
  /** The name of its language, as highlighters have it. */
  language: string;
  code: string;
}

/** A call in each language. */
export function samplesOf(call: Call, input = exampleInput(call)): Sample[] {
  const shown = { ...input, body: withoutSecrets(input.body, call.placeholders) };
  const request = requestOf(call, shown);
  return [
    { name: "curl", language: "sh", code: curlSample(request) },
    { name: "TypeScript", language: "ts", code: typescriptSample(call, shown) },
    { name: "Python", language: "py", code: pythonSample(request) },
    { name: "Go", language: "go", code: goSample(request) },
  ];
}

function withoutSecrets(body: string, placeholders: Call["placeholders"]): string {
  const shown: unknown = body === "" ? undefined : JSON.parse(body, (name, value) => placeholders[name] ?? value);
  return JSON.stringify(shown, undefined, 2) ?? "";
}

/** Each parameter of a query is on a line of its own, so that none wraps next to the text: `--get` makes a query of them. */
function curlSample(request: SentRequest): string {
  const { queryString, postData } = request;
  if (postData || queryString.length === 0) return shellCurl.generate(request);
  const form = { mimeType: "application/x-www-form-urlencoded", params: queryString };
  return shellCurl.generate({ ...request, queryString: [], postData: form }).replace("curl", "curl --get");
}

/** The library writes the call. A program also prints what it returns. */
function pythonSample(request: SentRequest): string {
  return `import requests\n\nresponse = ${pythonRequests.generate(request)}\nprint(response.text)`;
}

/** The library skips all errors, prints the response as Go holds it, and writes the body on one line. */
function goSample(request: SentRequest): string {
  const body = request.postData?.text;
  const code = goNative.generate({ ...request, url: addressOf(request), queryString: [] });
  const lines =
    body === undefined || body.includes("`") ? code : code.replace(JSON.stringify(body), () => `\`${body}\``);
  return lines
    .replace("\tfmt.Println(res)\n", "")
    .replace(/^\t(\w+), _ := .*$/gm, (line) => `${line.replace("_", "err")}\n\tif err != nil {\n\t\tpanic(err)\n\t}`)
    .replaceAll("\n\n}", "\n}");
}

function typescriptSample(call: Call, input: Input): string {
  const { result, clientMethod, tokenHeader, url } = call;
  const token = tokenHeader === undefined ? "" : `\n  accessToken: ${JSON.stringify(TOKEN)},`;
  return `import { createServiceClient } from "service-admin-api";

const service = createServiceClient({
  baseUrl: ${JSON.stringify(new URL(url).origin)},${token}
});
${written(`const ${result} = await service.${clientMethod}`, argumentsOf(call, input))};
console.log(JSON.stringify(${result}));`;
}

/** The arguments of a method: path parameters one by one, the body without its envelope, the query or options. */
function argumentsOf({ parameters, envelope }: Call, { values, body }: Input): unknown[] {
  const given = (place: CallParameter["in"]) =>
    parameters.flatMap((parameter) => {
      const text = parameter.in === place ? values[parameter.name] : "";
      return text ? [[parameter.name, meantBy(parameter, text)] as const] : [];
    });
  const sent = body === "" ? {} : { body: JSON.parse(body) };
  const item = envelope === undefined ? [] : [sent.body?.[envelope]];
  const others = { ...Object.fromEntries(given("query")), ...(envelope === undefined && sent) };
  return [...given("path").map(([, value]) => value), ...item, ...(Object.keys(others).length > 0 ? [others] : [])];
}

/** The value that a text means. A handle such as 007 stays a text. */
function meantBy({ isNumber }: CallParameter, text: string): unknown {
  return isNumber && String(Number(text)) === text ? Number(text) : text;
}

/** Longest line of TypeScript that fits next to the text. */
const WIDTH = 62;

/** A call on one line where it fits, else with each value on a line of its own, which ends in a comma. */
function written(call: string, values: readonly unknown[]): string {
  const whole = `${call}(${values.map(literal).join(", ")})`;
  const short = whole.replace(/\n */g, " ");
  return short.length <= WIDTH ? short : whole.replace(/(?<=[^,{[])(?=\n *[}\]])/g, ",");
}

/** A value in TypeScript: as in JSON, with plain names. */
function literal(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) ?? "undefined";
  return json.replace(/^( +)"([a-z_$][\w$]*)":/gim, "$1$2:");
}

/** The samples of an operation as documents in OpenAPI have them, in the extension `x-codeSamples`. */
export function codeSamplesOf(call: Call | undefined): { lang: string; label: string; source: string }[] {
  // Redoc highlights TypeScript as JavaScript, and finds a sample by its label.
  const named = (name: Sample["name"]) => (name === "TypeScript" ? "JavaScript" : name);
  return call ? samplesOf(call).map(({ name, code }) => ({ lang: named(name), label: name, source: code })) : [];
}
