import { type Contract, operationsOf, type Server } from "../contract/model.js";
import { boundsOf, code } from "../contract/schema-in-words.js";
import { accessTokenOf } from "../contract/security.js";
import { operationAnchor, sectionAnchor } from "./anchors.js";
import { callsOf } from "./calls.js";
import { type Chapter, chapter } from "./chapter.js";
import { requestPanel } from "./code-panels.js";
import { furtherPage } from "./fields.js";
import { belowHeading } from "./headings.js";
import { answerPanels } from "./operation.js";

/** The title of the chapter about the token. */
const TOKEN = "The access token";

/** The first screen: what the API is, where it is, what a call requires, its operations, and a first call. */
export function openingChapter(contract: Contract, introduction: string): Chapter {
  const { info } = contract;
  const all = operationsOf(contract);
  const first = all.find(({ method }) => method === "GET") ?? all[0];
  const call = first && callsOf(contract)[first.operationId];
  const routes = all.map((operation) => {
    const { method, path, summary } = operation;
    return { method, path, title: summary, anchor: operationAnchor(operation) };
  });
  const blocks = [
    info.summary,
    { settings: [...contract.servers.map(baseUrl), ...authentication(contract)] },
    { routes },
    belowHeading(1, introduction).trim(),
    ...termsOf(info),
    furtherPage(contract.externalDocs),
  ];
  return {
    ...chapter(1, info.title, "/", blocks),
    version: info.version,
    aside: first && call ? [requestPanel(call, first.summary, true), ...answerPanels(first).slice(0, 1)] : [],
  };
}

/** Where requests go, in one row: what may be put into the address is said behind it. */
function baseUrl({ url, description, variables = {} }: Server) {
  const said = Object.entries(variables).map(([name, { description: about = "", ...values }]) => ({
    bounds: [url === `{${name}}` ? "" : code(name), ...boundsOf(values)].filter(Boolean).join(", "),
    about,
  }));
  const address = [code(url), ...said.map(({ bounds }) => bounds)].join(", ");
  return {
    name: "Base URL",
    text: [`${address}.`, description, ...said.map(({ about }) => about)].filter(Boolean).join(" "),
  };
}

function authentication(contract: Contract) {
  const { header, prefix, isOptional } = accessTokenOf(contract);
  const carrier = code(prefix ? `${header}: ${prefix.trim()}` : header);
  const text = `Header ${carrier}: [${TOKEN}](#${sectionAnchor(TOKEN)})`;
  return isOptional ? [] : [{ name: "Authentication", text }];
}

/** Whom to ask about the API, and on which terms it may be used. */
function termsOf({ contact, license, termsOfService }: Contract["info"]): string[] {
  return Object.entries({ Contact: contact, License: license, Terms: termsOfService }).flatMap(([title, said]) => {
    const texts = new Set(typeof said === "object" ? Object.values(said) : said && [said]);
    return texts.size > 0 ? [`${title}: ${[...texts].join(", ")}`] : [];
  });
}

/** What the contract says about the token. All operations take the same one. */
export function tokenChapters({ components }: Contract): Chapter[] {
  const [scheme] = Object.values(components.securitySchemes);
  return scheme ? [chapter(2, TOKEN, sectionAnchor(TOKEN), [scheme.description])] : [];
}
