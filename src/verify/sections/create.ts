import type { JsonObject } from "../answer.js";
import { expectListed } from "../created.js";
import { breach } from "../outcome.js";
import { create } from "../safety.js";
import type { Walk } from "../walk.js";
import {
  anyCreated,
  DEFAULT_FORMAT,
  expectShown,
  isRefusedForInput,
  OTHER_FORMATS,
  webhookIn,
  withoutRequired,
} from "./expect.js";
import { forEach, type Tests } from "./section.js";

export const creations: Tests = {
  [`a topic and an address are enough, and the format is ${DEFAULT_FORMAT}`]: async (walk) => {
    const { creation, answer } = await create(walk);
    webhookIn(walk, answer);
    expectShown(walk, answer, { ...creation.sent, format: DEFAULT_FORMAT });
    if (creation.id === undefined) throw breach("the new subscription has the id of another one", answer);
  },
  "a second one of the same topic has an id of its own": async (walk) => {
    const first = await anyCreated(walk);
    const { creation, answer } = await create(walk, { topic: first.sent["topic"] });
    expectShown(walk, answer, creation.sent);
    if (creation.id === first.id) throw breach(`two have the id ${walk.shown(first.id)}`, answer);
  },
  "the list shows each of them once, as it was created": (walk) => expectListed(walk),
  ...forEach(
    OTHER_FORMATS,
    (format) => `the format ${format} is kept`,
    async (walk, format) => {
      const { creation, answer } = await create(walk, { format });
      if (await isRefusedForInput(walk, answer))
        throw breach(`a creation with ${format} is refused: ${answer.status}`, answer);
      expectShown(walk, answer, creation.sent);
    },
  ),
  ...forEach(["event", "app_id", "secret"], (name) => `${name} is accepted, and changes nothing else`, expectAccepted),
  ...withoutRequired(async (walk, extra) => (await create(walk, extra)).answer),
  "the list shows all that was created, and no more": (walk) => expectListed(walk),
};

/** Values that a body of create may have. What the first two mean is open, so a service may not know these. */
const VALUES: JsonObject = { event: "verify", app_id: 1, secret: "made-up-by-verify" };

async function expectAccepted(walk: Walk, name: string): Promise<void> {
  const { creation, answer } = await create(walk, { [name]: VALUES[name] });
  if (!(await isRefusedForInput(walk, answer))) return expectShown(walk, answer, creation.sent);
  const message = `a creation with ${name} is refused with status ${answer.status}`;
  // The document shows the secret as any text.
  if (name === "secret") throw breach(message, answer);
  walk.warn("how-event-app_id-and-secret-relate-to-the-other-fields", message);
}
