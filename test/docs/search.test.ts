import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { questions } from "../../generated/questions.js";
import { contractOf } from "../../tools/contract/model.js";
import { readDocument } from "../../tools/contract/reader.js";
import { callsOf } from "../../tools/docs/call-data.js";
import { readGuides, sectionsOfGuide } from "../../tools/docs/guides.js";
import { referenceSections } from "../../tools/docs/reference.js";
import { createSearch } from "../../tools/docs/search/find.js";
import { snippet } from "../../tools/docs/search/snippet.js";
import { entriesOf, fileEntry } from "../../tools/docs/search-entries.js";
import { prose } from "../../tools/docs/sections.js";
import { operationsOf, readContract } from "../contract/contract.js";
import { projectFolder } from "../servers/command.js";

const guides = readGuides(projectFolder).map((guide) => {
  return { file: `${guide.name}.html`, guide: guide.title, sections: sectionsOfGuide(guide) };
});
const contract = contractOf(readDocument(projectFolder));
const reference = { file: "", guide: "", sections: referenceSections(contract, callsOf(contract)) };
const download = fileEntry("openapi.yaml", "OpenAPI as YAML");
const find = createSearch([...entriesOf([reference, ...guides]), download]);
/** What a search that finds nothing would have found. */
const NOTHING = { entry: download, fields: [], passage: "", terms: new Set<string>() };
const linksFor = (query: string) => find(query).map(({ entry }) => entry.link);

describe("the search finds", () => {
  test.each(operationsOf(readContract()).map(({ id }) => [id]))("%s by its id", (id) => {
    expect(linksFor(id)[0]).toContain(`/${id.toLowerCase()}`);
  });

  test.each([
    ["a status", "429"],
    ["an option wherever it is", "maxRetries"],
    ["a name of the environment", "RECEIVER_KEY"],
    ["an abbreviation", "CORS"],
  ])("%s in the guides", (_, query) => {
    expect(linksFor(query)).toContainEqual(expect.stringMatching(/^guides\//));
  });

  test.each<[query: string, most: number, ...places: string[]]>([
    ["create webhook", 1, "#/webhooks/createwebhook"],
    ["how do I create a webhook", 1, "#/webhooks/createwebhook"],
    ["authentication", 1, "#/section/authentication"],
    ["creat webhok", 1, "#/webhooks/createwebhook"],
    ["versio", 1, "#/section/versioning"],
    ["authenticate", 3, "#/section/authentication"],
    ["bearer", 3, "#/section/authentication"],
    ["permissions", 3, "#/section/authentication"],
    ["unauthorized", 3, "#/section/authentication"],
    ["forbidden", 3, "#/section/errors"],
    ["cursor", 3, "#/section/paging-and-limits"],
    ["max page size", 3, "#/section/paging-and-limits"],
    ["deprecated", 3, "#/section/versioning"],
    ["sunset", 3, "#/section/versioning"],
    ["localhost", 3, "#/section/base-url"],
    ["timezone", 3, "#/resources/webhook"],
    ["address length", 3, "#/webhooks/createwebhook"],
    ["edit the address", 3, "#/webhooks/updatewebhook"],
    ["filter by topic", 3, "#/webhooks/listwebhooks"],
    ["in which order do deliveries come", 3, "#/webhooks/receivedelivery"],
    ["verify signature", 3, "guides/receiving.html#secrets-and-signatures"],
    ["hmac", 3, "guides/receiving.html#secrets-and-signatures"],
    ["golang", 3, "guides/languages.html#other-languages"],
    ["payload example", 3, "#/webhooks/receivedelivery"],
    ["react", 3, "guides/recipes.html#use-the-client-with-tanstack-query"],
    ["raw body", 3, "guides/receiving.html#secrets-and-signatures"],
    ["exponential backoff", 3, "guides/client.html#retries"],
    ["required scopes", 3, "#/section/authentication"],
    ["personal access token", 3, "#/section/authentication"],
    ["dead letter", 3, "#/webhooks/receivedelivery"],
    ["verify", 3, "guides/verify.html#verify-a-service"],
    ["get webhook", 3, "#/webhooks/getwebhook"],
    ["is there a staging system", 3, "#/section/base-url"],
    ["next page", 3, "#/section/paging-and-limits"],
    ["create twice", 3, "#/webhooks/createwebhook"],
    ["duplicate subscription", 3, "#/webhooks/createwebhook"],
    ["what does an error look like", 3, "#/section/errors"],
    ["how do I verify a delivery's signature", 3, "guides/receiving.html#secrets-and-signatures"],
    ["webhook signature", 3, "guides/receiving.html#secrets-and-signatures"],
    ["redelivery", 3, "#/webhooks/receivedelivery"],
    ["webhook retries", 3, "#/webhooks/receivedelivery"],
    ["is a failed delivery sent again", 3, "guides/receiving.html#/open/is-a-failed-delivery-sent-again"],
    ["is anything deprecated", 3, "#/section/versioning"],
    ["obsolete", 3, "#/section/versioning"],
    ["body of a delivery", 3, "#/webhooks/receivedelivery"],
    ["what does an xml payload look like", 3, "#/webhooks/receivedelivery"],
    ["which topics are there", 3, "#/webhooks/createwebhook"],
    ["available topics", 3, "#/webhooks/createwebhook"],
    ["delivery timeout", 3, "#/webhooks/receivedelivery"],
    ["what must my endpoint return", 3, "#/webhooks/receivedelivery"],
    ["send a test webhook", 3, "#/webhooks/deliverwebhook"],
    ["missed deliveries", 3, "#/webhooks/receivedelivery"],
    ["downtime", 3, "guides/receiving.html#a-receiver"],
    ["int64", 3, "#/resources/webhook"],
    ["swagger", 3, "openapi.yaml"],
    ["how to authenticate", 1, "#/section/authentication"],
    ["token", 3, "#/section/authentication", "guides/integration.html#tokens"],
    ["api key", 1, "#/section/authentication"],
    ["sandbox", 3, "guides/sandbox.html#the-mock-and-the-sandbox", "#/open/whether-the-service-has-a-test-environment"],
    ["staging", 3, "#/section/base-url", "#/open/whether-the-service-has-a-test-environment"],
    ["test environment", 3, "#/section/base-url", "#/open/whether-the-service-has-a-test-environment"],
    ["production url", 1, "#/section/base-url"],
    ["base url", 1, "#/section/base-url"],
    ["host", 1, "#/section/base-url"],
    ["duplicate", 1, "#/webhooks/createwebhook"],
    ["already exists", 2, "#/webhooks/createwebhook"],
    ["error", 1, "#/section/errors"],
    ["error response", 1, "#/section/errors"],
    ["error format", 1, "#/section/errors"],
    ["retry", 2, "guides/client.html#retries", "#/open/whether-deliveries-are-signed-or-retried"],
    ["failed delivery", 3, "#/webhooks/receivedelivery", "guides/receiving.html#/open/is-a-failed-delivery-sent-again"],
    ["change address", 3, "#/webhooks/updatewebhook", "guides/integration.html#change-the-address-of-a-subscription"],
    ["update subscription", 1, "#/webhooks/updatewebhook"],
    ["edit webhook url", 3, "#/webhooks/updatewebhook", "guides/integration.html#change-the-address-of-a-subscription"],
    ["handle", 3, "#/open/what-is-a-handle", "#/webhooks/getwebhook"],
    ["what is a handle", 3, "#/open/what-is-a-handle", "#/webhooks/getwebhook"],
    ["test locally", 1, "guides/sandbox.html#the-mock-and-the-sandbox"],
    ["ngrok", 1, "guides/receiving.html#send-a-delivery-to-the-receiver"],
    ["python", 1, "guides/languages.html#python"],
    ["go client", 1, "guides/languages.html#go-php-java"],
    ["sdk", 3, "guides/client.html#the-client", "guides/client.html#install"],
    ["order of deliveries", 2, "#/open/how-soon-and-in-which-order-deliveries-arrive", "#/webhooks/receivedelivery"],
    ["ordering", 2, "#/webhooks/listwebhooks"],
    ["sequence", 3, "#/webhooks/listwebhooks", "guides/receiving.html#/open/does-a-delivery-have-an-id"],
    ["topics", 2, "#/webhooks/createwebhook"],
    ["list of topics", 2, "#/webhooks/createwebhook"],
    ["event types", 2, "#/webhooks/createwebhook"],
    ["orders/create", 1, "#/webhooks/createwebhook"],
    ["rate limit", 1, "#/section/paging-and-limits"],
    ["throttling", 1, "#/section/paging-and-limits"],
    ["429", 3, "#/section/paging-and-limits", "guides/client.html#retries"],
    ["token lifetime", 2, "#/section/authentication"],
    ["scopes", 1, "#/section/authentication"],
    ["token expires", 2, "#/section/authentication"],
    ["expire", 1, "#/section/authentication"],
    ["receiver timeout", 3, "#/webhooks/receivedelivery", "#/open/what-a-receiver-answers"],
    ["response time", 3, "#/webhooks/receivedelivery", "#/open/what-a-receiver-answers"],
    ["what status must my endpoint return", 1, "guides/receiving.html#/open/which-status-should-the-receiver-return"],
    ["partial update", 1, "#/webhooks/updatewebhook"],
    ["patch", 1, "#/webhooks/updatewebhook"],
    ["put without format", 2, "#/open/does-an-update-without-format-set-the-default"],
    ["id type", 3, "#/resources/webhook", "#/open/how-identifiers-are-assigned"],
    ["integer id", 3, "guides/client.html#methods", "#/open/how-identifiers-are-assigned"],
    ["bigint", 3, "#/resources/webhook", "#/open/how-identifiers-are-assigned"],
    ["delete subscription", 1, "#/webhooks/deletewebhook"],
    ["unsubscribe", 1, "#/webhooks/deletewebhook"],
    ["cors", 2, "#/section/authentication", "#/open/whether-web-pages-may-call"],
    ["browser", 3, "guides/client.html#the-client"],
    ["charset", 3, "#/section/authentication", "#/webhooks/receivedelivery", "#/open/in-which-charset"],
    ["utf-8", 3, "#/section/authentication", "#/webhooks/receivedelivery", "#/open/in-which-charset"],
    ["encoding", 3, "#/section/authentication", "#/webhooks/receivedelivery"],
    ["ip address", 2, "#/open/from-which-ip-addresses-deliveries-come"],
    ["ip address", 3, "#/webhooks/receivedelivery"],
    ["which topics are allowed", 1, "#/open/which-topics-are-allowed"],
    ["auto disable", 1, "#/open/whether-the-service-stops-sending"],
    ["wildcard", 1, "#/open/whether-one-subscription-can-have-several-topics"],
    ["multiple topics", 1, "#/open/whether-one-subscription-can-have-several-topics"],
    ["all topics", 1, "#/open/whether-one-subscription-can-have-several-topics"],
    ["all events", 1, "#/webhooks"],
    ["payload size", 2, "#/webhooks/receivedelivery", "#/open/how-large-a-payload-may-be"],
    ["max body size", 1, "#/open/how-large-a-payload-may-be"],
    ["batch", 1, "#/open/how-large-a-payload-may-be"],
    ["challenge", 1, "#/open/whether-the-service-checks-an-address"],
    ["ping", 1, "#/open/whether-the-service-checks-an-address"],
    ["validate url", 1, "#/open/whether-the-service-checks-an-address"],
    ["redirects", 2, "#/webhooks/receivedelivery", "#/open/whether-the-service-follows-redirects"],
    ["self-signed certificate", 1, "#/open/whether-the-service-follows-redirects"],
    ["delivery headers", 2, "#/webhooks/receivedelivery", "#/open/which-headers-a-delivery-has"],
    ["user agent", 2, "#/webhooks/receivedelivery", "#/open/which-headers-a-delivery-has"],
    ["event id", 2, "#/webhooks/receivedelivery", "#/open/how-soon-and-in-which-order-deliveries-arrive"],
    ["unique id", 2, "#/webhooks/receivedelivery", "#/open/how-soon-and-in-which-order-deliveries-arrive"],
    ["delivery log", 2, "#/webhooks/receivedelivery", "#/open/whether-past-deliveries-can-be-listed"],
    ["webhook logs", 2, "#/webhooks/receivedelivery", "#/open/whether-past-deliveries-can-be-listed"],
    ["2xx", 3, "#/section/errors"],
    ["query string", 2, "#/open/what-is-a-url-in-address"],
    ["second creation", 2, "#/open/whether-two-subscriptions-may-share"],
    ["client timeout", 2, "guides/client.html#options"],
    ["xml root element", 2, "#/webhooks/receivedelivery"],
    ["deliver to localhost", 2, "guides/receiving.html#send-a-delivery-to-the-receiver"],
    ["token content type", 1, "#/section/authentication"],
    ["refresh token", 3, "#/open/how-an-access-token-is-issued", "guides/integration.html#tokens"],
    ["code expired", 2, "#/resources/oauth"],
    ["same event twice", 3, "guides/receiving.html#/open/is-a-failed-delivery-sent-again"],
    ["event order", 2, "#/open/how-soon-and-in-which-order"],
    ["order of events", 2, "#/open/how-soon-and-in-which-order"],
    ["out of order", 2, "#/open/how-soon-and-in-which-order"],
    ["sort order", 3, "#/open/by-which-field-and-in-which-direction"],
    ["change topic", 1, "#/webhooks/updatewebhook"],
    ["verify webhook", 3, "guides/receiving.html#secrets-and-signatures"],
    ["monitoring", 3, "guides/recipes.html#logging"],
    ["max webhooks", 1, "#/open/how-many-subscriptions-there-may-be"],
    ["duplicate events", 1, "guides/receiving.html#/open/is-a-failed-delivery-sent-again"],
    ["tls 1.2", 2, "#/webhooks/receivedelivery"],
    ["webhook disabled", 1, "#/open/whether-the-service-stops-sending"],
    ["latency", 1, "#/webhooks/receivedelivery"],
    ["status page", 1, "#/open/whom-to-ask"],
    ["request id", 1, "#/open/whom-to-ask"],
    ["gdpr", 1, "#/open/what-the-payload-of-a-delivered-event-holds"],
    ["null fields", 1, "#/open/is-every-listed-field-always-present"],
    ["unknown fields", 2, "#/open/is-every-listed-field-always-present"],
    ["case sensitive", 1, "#/open/what-is-a-topic-made-of"],
    ["gzip", 1, "#/open/in-which-charset"],
    ["etag", 1, "#/open/how-the-subscription-to-update"],
    ["concurrent updates", 1, "#/open/how-the-subscription-to-update"],
    ["bulk delete", 1, "#/open/which-other-capabilities"],
    ["restore deleted", 1, "#/open/which-other-capabilities"],
    ["metadata", 1, "#/open/what-event-and-app_id-mean"],
    ["custom headers", 1, "#/open/which-headers-a-delivery-has"],
    ["ipv6", 1, "#/open/what-is-a-url-in-address"],
    ["xml payload", 2, "#/webhooks/receivedelivery", "#/open/what-the-payload-of-a-delivered-event-holds"],
    ["retry schedule", 2, "#/webhooks/receivedelivery", "#/open/whether-deliveries-are-signed-or-retried"],
    ["resend event", 2, "#/open/whether-past-deliveries-can-be-listed"],
    ["send test event", 2, "#/webhooks/deliverwebhook"],
    ["422 validation", 1, "#/section/errors"],
    ["invalid webhook", 2, "#/section/errors"],
    ["unique subscription", 3, "#/webhooks/createwebhook"],
    ["firewall", 2, "#/open/from-which-ip-addresses"],
    ["allowlist", 1, "guides/receiving.html#/open/from-which-ip-addresses"],
    ["whitelist", 1, "guides/receiving.html#/open/from-which-ip-addresses"],
    ["public url of my receiver", 3, "guides/receiving.html#send-a-delivery-to-the-receiver"],
    ["delivery after deletion", 1, "#/webhooks/deletewebhook"],
    ["pause", 2, "#/open/which-states-a-resource-has", "#/webhooks"],
    ["pause subscription", 2, "#/open/which-states-a-resource-has", "#/webhooks"],
    ["disable webhook", 2, "#/open/which-states-a-resource-has", "#/webhooks"],
    ["rotate secret", 1, "#/open/whether-and-how-a-secret-can-be-changed"],
    ["change secret", 2, "#/open/whether-and-how-a-secret-can-be-changed"],
    [
      "duplicate delivery",
      1,
      "guides/receiving.html#/open/is-a-failed-delivery-sent-again-can-a-delivery-arrive-twice",
    ],
    [
      "can a delivery come twice",
      1,
      "guides/receiving.html#/open/is-a-failed-delivery-sent-again-can-a-delivery-arrive-twice",
    ],
    ["delivery history", 2, "#/open/whether-past-deliveries-can-be-listed", "#/webhooks/receivedelivery"],
    ["replay missed events", 2, "#/open/whether-past-deliveries-can-be-listed", "#/webhooks/receivedelivery"],
    ["maximum number of subscriptions", 1, "#/open/how-many-subscriptions-there-may-be"],
    ["quota", 1, "#/open/how-many-subscriptions-there-may-be"],
    ["breaking changes", 1, "#/section/versioning"],
    ["whose subscriptions does my token see", 2, "#/open/whose-subscriptions", "#/webhooks/listwebhooks"],
    ["delivered twice", 1, "guides/receiving.html#/open/is-a-failed-delivery-sent-again"],
    ["events of other accounts", 3, "#/open/whose-subscriptions"],
    ["tenant", 2, "#/open/whose-subscriptions", "#/webhooks/listwebhooks"],
    ["https", 1, "#/open/whether-the-service-requires-https"],
    ["xml example", 2, "#/webhooks/receivedelivery", "#/open/what-the-payload-of-a-delivered-event-holds"],
    ["webhook secret", 3, "#/webhooks/createwebhook", "guides/receiving.html#secrets-and-signatures"],
    ["get all pages", 3, "#/section/paging-and-limits", "#/webhooks/listwebhooks"],
    ["get all subscriptions", 1, "#/webhooks/listwebhooks"],
  ])("by %s what answers it, among the first %i", (query, most, ...places) => {
    const links = linksFor(query).slice(0, most);
    for (const place of places) expect(links).toContainEqual(expect.stringContaining(place));
  });

  test.each(["ip allowlist", "replay attack", "backoff", "nestjs", "pino", "CommonJS", "uptime", "ssl certificate"])(
    "something for %s, which these docs say in other words or only in passing",
    (query) => {
      expect(linksFor(query)).not.toEqual([]);
    },
  );

  test("nothing that only looks like a word which these docs have", () => {
    expect(linksFor("react")).not.toContain("#/section/paging-and-limits");
    expect(linksFor("reakt")).not.toEqual([]);
  });

  test("what mentions a word only in passing after the chapters about it", () => {
    const links = linksFor("pagination");
    const passing = links.indexOf("guides/recipes.html#a-page-behind-a-session");
    for (const chapter of ["#/section/paging-and-limits", "#/resources/pagination", "guides/client.html#pages"]) {
      expect(links.slice(0, passing)).toContain(chapter);
    }
  });

  test("each chapter once: a setting of the opening that has a chapter is not found there too", () => {
    const found = find("authentication").flatMap(({ entry, fields }) => [entry, ...fields]);
    expect(found.filter((each) => "path" in each && each.path === "Authentication")).toEqual([]);
    expect(found.filter((each) => "title" in each && each.title === "Authentication")).toHaveLength(1);
  });

  test("what a program prints, and shows none of it", () => {
    const printed = "ECONNREFUSED_IN_OUTPUT";
    const text = `It prints:\n\n\`\`\`text\n${printed}\n\`\`\`\n`;
    const sections = [{ level: 2, title: "Run it", anchor: "run-it", blocks: [prose(text)] }];
    const [found = NOTHING] = createSearch(entriesOf([{ file: "a.html", guide: "A", sections }]))(printed);
    expect(found.entry.link).toBe("a.html#run-it");
    expect(found.passage).toBe("");
    expect(String(snippet("It prints:", found.terms))).toBe("It prints:");
  });

  test("all words as they are, before words with typing errors, before some of the words", () => {
    expect(linksFor("fuzzy retries")).toEqual(expect.arrayContaining(linksFor("retries").slice(0, 3)));
    expect(linksFor("delete webhok")[0]).toBe("#/webhooks/deletewebhook");
  });

  test("a field below each operation that sends it, each once, and below its schema", () => {
    const found = find("topic");
    const fieldsOf = (title: string) => found.find(({ entry }) => entry.title === title)?.fields;
    expect(fieldsOf("Create webhook")?.[0]).toMatchObject({ path: "webhook.topic", part: "Request body" });
    expect(fieldsOf("Webhook")?.[0]).toMatchObject({ path: "topic", part: "" });
    const rows = found.flatMap(({ entry, fields }) => [
      entry.link,
      ...fields.map(({ path, part }) => [entry.link, path, part].join()),
    ]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test.each([
    ["token", "#/section/authentication"],
    [accessToken.header, "#/section/authentication"],
    ["pagination", "#/section/paging-and-limits"],
    ["ISO 8601", "#/resources/webhook"],
  ])("by %s the chapter of the reference that says most about it, before the guides", (query, link) => {
    const links = linksFor(query);
    expect(links.slice(0, 3)).toContain(link);
    expect(links.slice(0, links.indexOf(link)).join()).not.toContain("guides/");
  });

  test("an open question by its words, or by what this project does, as a place of its own", () => {
    for (const query of ["deliveries signed", "leap second"]) {
      const row = find(query).find(({ entry }) => entry.page === "Open questions");
      expect(row?.entry, query).toMatchObject({
        title: expect.any(String),
        link: expect.stringMatching(/^#\/open\/./),
        passages: [expect.any(String)],
      });
    }
  });

  test("what this project does about an open question only after the words that the contract marks it with", () => {
    for (const { text, kind } of Object.values(questions)) {
      const row = find(text).find(({ entry }) => entry.title === text.replaceAll("`", ""));
      const shown = row && String(snippet(row.entry.passages[0] ?? "", row.terms));
      expect(shown?.startsWith("Not specified. "), text).toBe(kind !== "reading");
    }
    const long = `Not specified. ${"Nothing about it. ".repeat(20)}Here is the address.`;
    expect(String(snippet(long, new Set(["address"])))).toBe("Not specified. … Here is the <mark>address</mark>.");
  });

  test.each(["openapi", "yaml", "download"])("the contract as a file by %s", (query) => {
    expect(linksFor(query).slice(0, 2)).toContain("openapi.yaml");
  });

  test("a field by one of its values, and a setting by its name, each with what is said about it", () => {
    expect(find("xml").flatMap(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ path: "webhook.format" }),
    );
    expect(find("base url")[0]).toMatchObject({ entry: { title: "Base URL" }, passage: expect.stringMatching(/./) });
  });

  test("a chapter with its method or its page, and its first paragraph", () => {
    expect(find("create webhook")[0]?.entry).toMatchObject({ method: "POST", page: "" });
    expect(find("retries")[0]?.entry).toMatchObject({
      page: "The client",
      passages: expect.arrayContaining([expect.stringMatching(/^[A-Z][^|]*[.]$/)]),
    });
  });

  test("the passage that says most of the query", () => {
    const text =
      "It is a webhook.\n\nAn event has a topic.\n\n- A topic of a webhook.\n\n| A | B |\n| --- | --- |\n| x | y |";
    const sections = [{ level: 2, title: "Words", anchor: "words", blocks: [prose(text)] }];
    const findHere = createSearch(entriesOf([{ file: "a.html", guide: "A", sections }]));
    expect(findHere("topic webhook")[0]?.passage).toBe("A topic of a webhook.");
    expect(findHere("x")[0]?.passage).toBe("x · y");
  });

  test("the part of a long passage that matched, with its words marked", () => {
    const [{ passage, terms } = NOTHING] = find("changed address");
    expect(String(snippet(passage, terms))).toMatch(/<mark>(Update|chang|address)/i);
    const address = new Set(["address"]);
    const long = `${"Nothing about it. ".repeat(20)}Here is the address. ${"And so on. ".repeat(20)}`;
    expect(String(snippet(long, address))).toMatch(/^… .*Here is the <mark>address<\/mark>\..*…$/);
    const sentence =
      "A sentence that is neither short nor long, and comes to its point with its last word, the address.";
    expect(String(snippet(`${"Nothing. ".repeat(5)}${sentence} ${sentence.repeat(2)}`, address))).toBe(
      `… ${sentence.replace("address", "<mark>address</mark>")} …`,
    );
    expect(String(snippet(`${"a word ".repeat(50)}address${" a word".repeat(50)}`, address))).toMatch(
      /^… (\w+ ){5}<mark>address<\/mark> .{50,140} …$/,
    );
    const twice = `An address comes first. ${"Nothing about it. ".repeat(20)}An address comes last.`;
    expect(String(snippet(twice, address))).toContain("comes first");
    expect(String(snippet("Not specified: which address.", address))).toBe(
      "Not specified: which <mark>address</mark>.",
    );
  });

  test("nothing for what is nowhere", () => {
    expect(linksFor("xyzzy")).toEqual([]);
  });
});
