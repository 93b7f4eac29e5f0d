import { createHash } from "node:crypto";

// Rules for changes that `redocly diff` rates lower than CONTRIBUTING.md does ("Versions"). Redocly's own rules come first:
// they know which bounds callers notice in a request, and which in a response. If a change is rated twice, the higher rating
// counts. A change that no rule knows is major.

const UNKNOWN = "No rule knows this change: compare it by hand.";

/** What only people read: complete parts of a contract, and keys of other parts. */
const PARTS_FOR_PEOPLE =
  /^(Info|Contact|License|ExternalDocs|Tag|TagList|Example|ExamplesMap|NamedExamples|SpecExtension|XCode.*)$/;
const KEYS_FOR_PEOPLE = /^(description|summary|title|examples?|\$comment|x-.*)$/;

/** Keys of a schema whose changes Redocly rates by their effect on the allowed values. */
const BOUNDS =
  /^(type|enum|const|format|pattern|multipleOf|required|additionalProperties|uniqueItems|(min|max|exclusive).*)$/;

/** Keys of a schema where allowing less inside allows less overall. With others, such as `not`, it may allow more. */
const PLAIN_KEYS = /^(properties|items|additionalProperties|allOf|anyOf)$/;

// A change is at a pair of places, one in each contract. What is added or removed has only one.
const placeOf = ({ base, revision }) => revision ?? base;
const typeOf = (node) => placeOf(node).type.name;
const keyOf = (node) => String(placeOf(node).key);
const contentOf = (place) => Object((place?.resolved ?? place)?.value);
const holdersOf = ({ parent, referencedBy }) => [parent, ...referencedBy].filter(Boolean);

function isForPeople({ kind, node, property }) {
  return PARTS_FOR_PEOPLE.test(typeOf(node)) || (kind === "modified" && KEYS_FOR_PEOPLE.test(property));
}

/** Whether lists have the same members, or only tags after the first differ, which the client does not use. */
function isSame({ kind, property, base, revision }) {
  if (kind !== "modified" || !Array.isArray(base.value) || !Array.isArray(revision.value)) return false;
  if (property === "tags") return base.value[0] === revision.value[0];
  return JSON.stringify(base.value.toSorted()) === JSON.stringify(revision.value.toSorted());
}

/** Whether something is below a key such as `not`, inline or by references. Schemas may refer to themselves. */
function isBelowOther(node, known = new Set()) {
  if (known.has(node)) return false;
  known.add(node);
  const isMember = node.parent && typeOf(node.parent) === "Schema" && !PLAIN_KEYS.test(keyOf(node));
  return isMember || holdersOf(node).some((holder) => isBelowOther(holder, known));
}

/** Whether a schema is that of a body, inline or by references. */
function isBody(schema) {
  return holdersOf(schema).some(
    (holder) => typeOf(holder) === "MediaType" || (placeOf(holder).resolved !== undefined && isBody(holder)),
  );
}

/** Whether a schema is a body with one key, which the methods of the client leave out. */
function isEnvelope(schema) {
  const keys = [schema.base, schema.revision].map((place) => Object.keys(Object(contentOf(place).properties)));
  return isBody(schema) && keys.some(({ length }) => length === 1);
}

/** Why an addition breaks callers. */
function whyAdded({ node }) {
  const [type, key, within] = [typeOf(node), keyOf(node), typeOf(node.parent)];
  if (type === "Response") return key.startsWith("2") ? "The body of a success then has another type." : undefined;
  if (within === "SchemaProperties") return whyFieldAdded(key, node);
  const isOptional = /^(PathItem|Operation|Parameter)$/.test(type) || within === "NamedSchemas";
  return isOptional ? undefined : UNKNOWN;
}

/** Why a new field breaks callers. */
function whyFieldAdded(key, node) {
  const schema = node.parent.parent;
  if (contentOf(schema.base).required?.includes(key)) return "It could have any value before.";
  if (isEnvelope(schema)) return "The methods of the client take and return what is under the only key of a body.";
  const isList = contentOf(node.revision).type === "array";
  return isList && isBody(schema) ? "The client walks only pages with one list." : undefined;
}

/** Why a changed value breaks callers. */
function whyModified({ node, property, base }, isReceived) {
  if (property === "deprecated") return undefined;
  if (property === "default") return base.value === undefined ? undefined : "The same call does something else.";
  if (typeOf(node) !== "Schema" || !BOUNDS.test(property)) return UNKNOWN;
  if (property === "required" && isEnvelope(node)) return "It changes the types of the methods.";
  if (property === "type" || (isReceived && /^(enum|const)$/.test(property))) return "It changes the types.";
  return undefined;
}

const rules = {
  major: () => ({
    any(change, { report, getDirections }) {
      if (isForPeople(change) || isSame(change)) return;
      const directions = getDirections();
      const isReceived = directions.length === 0 || directions.includes("response");
      const why = { added: whyAdded, modified: whyModified, removed: () => "Callers may use it." }[change.kind];
      const message = isBelowOther(change.node) ? UNKNOWN : why(change, isReceived);
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

/** Shortens what only people read to a hash: Redocly pairs the members of a list by how similar their texts are. */
function mark(part, ...keys) {
  for (const key of keys) {
    const text = JSON.stringify(part[key]);
    if (text !== undefined) part[key] = createHash("sha256").update(text).digest("hex").slice(0, 8);
  }
}

/**
 * Rewrites what Redocly would otherwise not compare: which server comes first, what a YAML alias stands for, and values that
 * are objects.
 */
const comparable = () => ({
  Root: (root) => Object.assign(root, JSON.parse(JSON.stringify({ ...root, firstServer: root.servers?.[0]?.url }))),
  Server: (server) => mark(server, "description"),
  Parameter: (parameter) => mark(parameter, "description", "example"),
  MediaType: (media) => mark(media, "example"),
  Example: (example) => mark(example, "summary", "description", "value"),
  Schema(schema) {
    mark(schema, "description", "examples");
    const text = (value) => (Object(value) === value ? JSON.stringify(value) : value);
    if (schema.enum) schema.enum = schema.enum.map(text);
    for (const key of ["const", "default"]) if (key in schema) schema[key] = text(schema[key]);
  },
});

export default () => ({ id: "versions", diff: { oas3: rules }, decorators: { oas3: { comparable } } });
