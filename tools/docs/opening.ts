import { type Contract, operationsOf } from "../contract/model.js";
import { code } from "../contract/schema-in-words.js";
import { accessTokenOf } from "../contract/security.js";
import { operationAnchor, sectionAnchor } from "./anchors.js";
import { callsOf } from "./calls.js";
import { type Chapter, chapter } from "./chapter.js";
import { requestPanel } from "./code-panels.js";

import { GUIDES } from "./guide-links.js";
import { belowHeading } from "./headings.js";
import { answerPanels } from "./operation.js";

/**
 * The first screen: what the API is for, where it is, what a call requires, its operations, and a first call.
 *
 * @param introduction - What the description begins with. Its first paragraph is the purpose.
 * @param baseUrl - What the description says about where requests go.
 */
export function openingChapter(contract: Contract, introduction: string, baseUrl: string): Chapter {
  const { info, components } = contract;
  const all = operationsOf(contract);
  const first = all.find(({ method }) => method === "GET") ?? all[0];
  const call = first && callsOf(contract)[first.operationId];
  const [purpose = "", ...others] = introduction.trim().split("\n\n");
  const token = Object.values(components.securitySchemes)[0]?.description ?? "";
  const settings = [
    { name: "Base URL", anchor: sectionAnchor("Base URL"), text: baseUrl.trim() },
    {
      name: "Authentication",
      text: `${code(accessTokenOf(contract).header)}: ${token.trim()} [More](#${sectionAnchor("Authentication")})`,
    },
  ];
  const routes = all.map((operation) => {
    const { method, path, summary } = operation;
    return { method, path, title: summary, anchor: operationAnchor(operation) };
  });
  return {
    ...chapter(1, info.title, "/", [
      purpose,
      { settings },
      { routes },
      belowHeading(1, others.join("\n\n")),
      { guide: GUIDES[info.title] },
    ]),
    badges: [info.version, ...(info.license ? [`${info.license.name} licence`] : [])],
    aside: first && call ? [requestPanel(call, first.summary, true), ...answerPanels(first).slice(0, 1)] : [],
  };
}
