import { goNative } from "@scalar/snippetz/plugins/go/native";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import { shellCurl } from "@scalar/snippetz/plugins/shell/curl";
import type { Call, CallParameter } from "./call.js";

// Also runs in the page, where it makes samples of the values that the reader types.

const JSON_TYPE = "application/json";

/** The token in the samples, which the reader replaces. */
export const TOKEN = "<ACCESS_TOKEN>";

/** What is sent with a call, as text. */
export interface Input {
  /** The values of parameters, by name. An empty value is not sent. */
  values: Readonly<Record<string, string>>;
  /** JSON; empty if no body is sent. */
  body: string;
}

/** What the contract's examples send; `index` says which example of the body. */
export function exampleInput({ parameters, bodies }: Pick<Call, "parameters" | "bodies">, index = 0): Input {
  const values = parameters.map(({ name, example }) => [name, example]);
  return { values: Object.fromEntries(values), body: bodies[index]?.text ?? "" };
}

/** What a first call sends: only the required parameters. */
export function firstInput({ parameters, bodies }: Call): Input {
  const needed = parameters.filter(({ required }) => required);
  return exampleInput({ parameters: needed, bodies });
}

/** A request as it is sent, in the form of HAR, which the library for samples reads. */
export interface SentRequest {
  method: string;
  /** Without its query. */
  url: string;
  queryString: { name: string; value: string }[];
  headers: { name: string; value: string }[];
  /** Absent if no body is sent. */
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
      { name: call.tokenHeader, value: token },
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

/** A text as a part of a URL. Characters that a shell would interpret are encoded, too. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export interface Sample {
  name: "curl" | "TypeScript" | "Python" | "Go";
  /** The name of its language for highlighters. */
  language: string;
  code: string;
}

/** A call in each language, without the secrets in its body. @throws SyntaxError when the body is not JSON. */
export function samplesOf(call: Call, { values, body }: Input = exampleInput(call)): Sample[] {
  const input = { values, body: body && JSON.stringify(withoutSecrets(body, call), undefined, 2) };
  const request = requestOf(call, input);
  return [
    { name: "curl", language: "sh", code: curlSample(request) },
    { name: "TypeScript", language: "ts", code: typescriptSample(call, input) },
    { name: "Python", language: "py", code: pythonSample(request) },
    { name: "Go", language: "go", code: goSample(request) },
  ];
}

function withoutSecrets(body: string, { placeholders }: Call): unknown {
  return JSON.parse(body, (name, value) => placeholders[name] ?? value);
}

/** With `--get`, each query parameter is on a line of its own, so that none is cut off next to the text. */
function curlSample(request: SentRequest): string {
  if (request.queryString.length === 0) return shellCurl.generate(request);
  const form = { mimeType: "application/x-www-form-urlencoded", params: request.queryString };
  return shellCurl.generate({ ...request, queryString: [], postData: form }).replace("curl", "curl --get");
}

/** The library writes the call. The sample also prints what it returns. */
function pythonSample(request: SentRequest): string {
  return `import requests\n\nresponse = ${pythonRequests.generate(request)}\nprint(response.text)`;
}

/** The library ignores all errors, prints the response as a Go struct, and writes the body on one line. This fixes all three. */
function goSample(request: SentRequest): string {
  const body = request.postData?.text;
  const code = goNative.generate({ ...request, url: addressOf(request), queryString: [] });
  const isRaw = body !== undefined && !body.includes("`");
  return (isRaw ? code.replace(JSON.stringify(body), () => `\`${body}\``) : code)
    .replace("\tfmt.Println(res)\n", "")
    .replace(/^\t(\w+), _ := .*$/gm, (line) => `${line.replace("_", "err")}\n\tif err != nil {\n\t\tpanic(err)\n\t}`)
    .replaceAll("\n\n}", "\n}");
}

function typescriptSample(call: Call, input: Input): string {
  const { result, clientMethod, url } = call;
  return `import { createServiceClient } from "service-admin-api";

const service = createServiceClient({
  baseUrl: ${JSON.stringify(new URL(url).origin)},
  accessToken: ${JSON.stringify(TOKEN)},
});
const ${result} = await service.${clientMethod}(${argumentsOf(call, input).map(literal).join(", ")});
console.log(JSON.stringify(${result}));`;
}

/** The arguments of a method: path parameters one by one, the body without its envelope, the query or options. */
function argumentsOf({ parameters, envelope }: Call, { values, body }: Input): unknown[] {
  const given = (place: CallParameter["in"]) =>
    parameters.filter(({ name, in: where }) => where === place && values[name]).map(({ name }) => name);
  const sent = body === "" ? {} : { body: JSON.parse(body) };
  const item = envelope === undefined ? [] : [sent.body?.[envelope]];
  const query = Object.fromEntries(given("query").map((name) => [name, meantBy(values[name])]));
  const options = { ...query, ...(envelope === undefined && sent) };
  return [
    ...given("path").map((name) => meantBy(values[name])),
    ...item,
    ...(Object.keys(options).length > 0 ? [options] : []),
  ];
}

/** The value that a text stands for. A handle such as 007 stays a string. */
function meantBy(text = ""): string | number {
  return String(Number(text)) === text ? Number(text) : text;
}

/** A value in TypeScript: JSON with unquoted names. */
function literal(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) ?? "undefined";
  return json.replace(/^( +)"([a-z_$][\w$]*)":/gim, "$1$2:");
}
