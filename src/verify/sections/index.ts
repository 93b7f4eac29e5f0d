import type { Options } from "../options.js";
import { authentication } from "./authentication.js";
import { creations } from "./create.js";
import { deliveries, withoutDeliver } from "./deliver.js";
import { end } from "./end.js";
import { exchanges } from "./exchange.js";
import { firstList } from "./first-list.js";
import { deletions, gets } from "./get-and-delete.js";
import { limitsAndOrder } from "./order.js";
import { otherOperations } from "./other-operations.js";
import { pages } from "./pages.js";
import { probes } from "./probes.js";
import type { Section } from "./section.js";
import { updates } from "./update.js";

/** The sections of the document, in an order in which each can use what earlier ones have created. */
export function sectionsOf(options: Options): Section[] {
  const sections: Section[] = [
    { title: "4.2 List webhook subscriptions", tests: firstList },
    { title: "4.3 Create webhook", tests: creations },
    { title: "4.5 Get webhook", tests: gets },
    { title: "4.6 Delete webhook", tests: deletions },
    { title: "4.2 List webhook subscriptions: pages", tests: pages },
    { title: "4.4 Update webhook", tests: updates },
    { title: "4.2 List webhook subscriptions: order, and 8 Limits", tests: limitsAndOrder },
    { title: "4.7 Trigger internal webhook", tests: options.deliver ? deliveries : withoutDeliver },
    { title: "5 Authentication", tests: authentication(options) },
    { title: "Other operations of the contract", tests: otherOperations },
    { title: "What the document leaves open", tests: options.observed === undefined ? {} : probes },
    { title: "What the walk leaves", tests: end, cleansUp: true },
    { title: "4.1 Exchange access token", tests: exchanges },
  ];
  return sections.filter(({ tests }) => Object.keys(tests).length > 0);
}
