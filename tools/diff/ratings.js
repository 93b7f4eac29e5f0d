import { createHash } from "node:crypto";

// What `redocly diff` rates lower than CONTRIBUTING.md does ("Versions"). Redocly's own rules come first: they know which
// bounds callers notice in a request, and which in a response. A change that is rated twice has the higher rating.

/** What only people read: parts of a contract, and keys of the other parts. */
const PARTS_FOR_PEOPLE = /^(Info|Contact|License|ExternalDocs|Tag|TagList|Example|ExamplesMap|SpecExtension|XCode.*)$/;
const KEYS_FOR_PEOPLE = /^(description|summary|title|examples?|\$comment|x-.*)$/;

/** Keys of a schema whose changes Redocly rates by what they do to values. */
const BOUNDS =
  /^(type|enum|const|format|pattern|multipleOf|required|additionalProperties|uniqueItems|(min|max|exclusive).*)$/;

const typeOf = (node) => (node.revision ?? node.base).type.name;
const contentOf = (place) => Object((place?.resolved ?? place)?.value);

function isForPeople({ kind, node, property }) {
  return PARTS_FOR_PEOPLE.test(typeOf(node)) || (kind === "modified" && KEYS_FOR_PEOPLE.test(property));
}

/** Whether lists have the same members, or only a later tag of an operation, which the client does not use, has changed. */
function isSame({ kind, property, base, revision }) {
  if (kind !== "modified" || !Array.isArray(base.value) || !Array.isArray(revision.value)) return false;
  if (property === "tags") return base.value[0] === revision.value[0];
  return JSON.stringify(base.value.toSorted()) === JSON.stringify(revision.value.toSorted());
}

/** Whether a schema is a body with one key, which the methods of the client leave out. */
function isEnvelope(schema) {
  const keys = [schema.base, schema.revision].map((place) => Object.keys(Object(contentOf(place).properties)));
  return typeOf(schema.parent) === "MediaType" && keys.some(({ length }) => length === 1);
}

/** Why an addition breaks callers. */
function whyAdded({ node }, isReceived) {
  const key = String(node.revision.key);
  const { parent } = node;
  if (typeOf(node) === "Response" && key.startsWith("2")) return "The client treats this success as a failure.";
  if (typeOf(node) === "MediaType" && isReceived) return "The client does not know this form.";
  if (typeOf(node) === "RequestBody" && contentOf(node.revision).required) return "Callers have to send it.";
  if (typeOf(parent) === "SchemaProperties" && isEnvelope(parent.parent))
    return "The methods of the client take and return what is under the only key of a body.";
  return undefined;
}

/** Why another value breaks callers. */
function whyModified({ node, property, base }, isReceived) {
  if (property === "deprecated") return undefined;
  if (property === "default") return base.value === undefined ? undefined : "The same call does something else.";
  if (typeOf(node) !== "Schema" || !BOUNDS.test(property)) return "Code or types may depend on it.";
  if (property === "required" && isEnvelope(node)) return "The types of the methods show it.";
  return isReceived && /^(type|enum|const)$/.test(property) ? "The types show it." : undefined;
}

const rules = {
  major: () => ({
    any(change, { report, getDirections }) {
      if (isForPeople(change) || isSame(change)) return;
      const directions = getDirections();
      const isReceived = directions.length === 0 || directions.includes("response");
      const why = { added: whyAdded, modified: whyModified, removed: () => "Callers may use it." }[change.kind];
      const message = why(change, isReceived);
      if (message) report({ message });
    },
  }),
  minor: () => ({
    any(change, { report }) {
      if (change.kind === "modified" && !isForPeople(change) && !isSame(change))
        report({ message: `${change.property} was ${JSON.stringify(change.base.value)}.` });
    },
  }),
  patch: () => ({
    any(change, { report }) {
      if (change.kind === "added" && isForPeople(change)) report({ message: "Only people read it." });
    },
  }),
};

/** Shortens words to a mark: Redocly takes a parameter for another one when most of its text has changed. */
function mark(part) {
  for (const key of ["description", "summary", "example"]) {
    if (part[key] !== undefined)
      part[key] = createHash("sha256").update(JSON.stringify(part[key])).digest("hex").slice(0, 8);
  }
}

/** Writes what Redocly does not compare where it does: which server is the first, and what a YAML alias stands for. */
const comparable = () => ({
  Root: (root) => Object.assign(root, JSON.parse(JSON.stringify({ ...root, firstServer: root.servers?.[0]?.url }))),
  Server: mark,
  Parameter: mark,
});

export default () => ({ id: "versions", diff: { oas3: rules }, decorators: { oas3: { comparable } } });
