import { createHash } from "node:crypto";

// The rule of CONTRIBUTING.md ("Versions"), as rules of `redocly diff`: what Redocly's own rules rate lower or do not see.

/** What only people read: parts of a contract, and keys of the others. */
const WORDS =
  /^(Info|Contact|License|ExternalDocs|Tag|TagList|Example|ExamplesMap|NamedExamples|SpecExtension|XCode.*)$/;
const WORD = /^(description|summary|title|examples?|\$comment|x-.*)$/;

/** Keywords below which fewer values in one place may be more in all. */
const COMBINATORS =
  /^(oneOf|not|if|then|else|prefixItems|contains|unevaluatedItems|patternProperties|propertyNames|dependent.*|contentSchema)$/;

/** Keywords that Redocly's rules rate by the way that values go. Others may mean anything. */
const RATED =
  /^(type|enum|const|format|pattern|multipleOf|required|items|uniqueItems|additionalProperties|unevaluated.*|content.*|(exclusiveM|m)(in|ax)(imum|Length|Items|Properties))$/;

// A change is at a pair of places, one in each contract. What is added or removed has only one.
const one = ({ base, revision }) => revision ?? base;
const typeOf = (pair) => pair && one(pair).type.name;
const keyOf = (pair) => String(one(pair).key);
const contentOf = (place) => Object((place?.resolved ?? place)?.value);
const holdersOf = ({ parent, referencedBy }) => [parent, ...referencedBy].filter(Boolean);

/** Whether a keyword of a schema is a combinator, as any that evaluates values is next to `unevaluatedItems` and the like. */
function isCombinator(keyword, { base, revision }) {
  const beside = [base, revision].flatMap((place) => Object.entries(contentOf(place)));
  const isEvaluated = beside.some(([key, value]) => key.startsWith("unevaluated") && value !== true);
  return COMBINATORS.test(keyword) || (isEvaluated && /^(allOf|anyOf|items|additionalProperties)$/.test(keyword));
}

/** Whether something is below a combinator. Schemas may refer to themselves. */
function isCombined(pair, known = new Set()) {
  if (known.has(pair)) return false;
  known.add(pair);
  const isMember = typeOf(pair.parent) === "Schema" && isCombinator(keyOf(pair), pair.parent);
  return isMember || holdersOf(pair).some((holder) => isCombined(holder, known));
}

/** Whether a schema is that of a body, in place or by references. */
function isBody(schema) {
  return holdersOf(schema).some(
    (holder) => typeOf(holder) === "MediaType" || (one(holder).resolved !== undefined && isBody(holder)),
  );
}

/** Whether a schema is that of a body with one key, before or after: methods take and return what is in it. */
function isEnvelope(schema) {
  const keys = [schema.base, schema.revision].map((place) => Object.keys(Object(contentOf(place).properties)));
  return isBody(schema) && keys.some(({ length }) => length === 1);
}

/** Why what was added breaks callers. */
function added({ node }, isSent, isReceived) {
  const [type, key, within, value] = [typeOf(node), keyOf(node), typeOf(node.parent), contentOf(node.revision)];
  const isMandatory = [value, ...Object.values(value)].some((part) => part?.required === true);
  if (/^Server/.test(type) && typeOf(node.parent.parent) !== "Root") return "Clients call another server by default.";
  if (type === "Response" && isReceived && /^2/.test(key)) return "Code treats this success as a failure.";
  if (type === "MediaType" && isReceived) return "Code does not know this form.";
  if (type === "MediaTypesMap" && isSent) return "Callers have to send it.";
  if (/^(RequestBody|Header|HeadersMap)$/.test(type) && isSent && isMandatory && !/^Named/.test(within))
    return "Callers have to send it.";
  if (type === "Schema" && /^(MediaType|Parameter|Header)$/.test(within)) return "It could be anything.";
  if (type === "SchemaProperties" || within === "SchemaProperties") {
    const schema = type === "SchemaProperties" ? node.parent : node.parent.parent;
    const { required = [] } = contentOf(schema.base);
    if ([key, ...Object.keys(value)].some((name) => required.includes(name))) return "It could be anything.";
    if (isEnvelope(schema)) return "The client's methods take and return what an envelope holds.";
    if (isBody(schema) && value.type === "array") return "The client walks only pages with one list.";
  }
  if (/^(Encoding|Discriminator|Xml|Responses)/.test(type)) return "It changes what others mean.";
  const isTyped = /^(AllOf|AnyOf)$/.test(type) || within === "AnyOf" || (within === "Schema" && key === "items");
  return isTyped && isReceived ? "The types show it." : undefined;
}

/** Why it breaks callers that something was removed. */
function removed({ node, path }, _, isReceived) {
  const [type, within] = [typeOf(node), typeOf(node.parent)];
  if (type === "SecurityRequirement") return /\/callbacks\//.test(path) ? "Receivers may check it." : undefined;
  if (!/^(Schema|AllOf|AnyOf)$/.test(type)) return "Callers may use it.";
  if (/^(SchemaProperties|NamedSchemas|MediaType|Parameter|Header)$/.test(within)) return "Callers may use it.";
  return within === "AnyOf" && isReceived ? "The types show it." : undefined;
}

/** Why another value of something breaks callers. */
function modified({ node, property, base, revision }, _, isReceived) {
  if (property === "deprecated" || typeOf(node) === "SecurityRequirement") return undefined;
  if (property === "default" && typeOf(node) === "Schema")
    return base.value === undefined ? undefined : "The same call does something else.";
  if (property === "required" && typeOf(node) !== "Schema")
    return isReceived && !revision.value ? "It may be missing now." : undefined;
  if (typeOf(node) !== "Schema" || !RATED.test(property)) return "Callers may use it.";
  if (property === "required" && isEnvelope(node))
    return "The client's methods take and return what an envelope holds.";
  if (property === "type" && typeOf(node.parent) === "Parameter" && base.value === "integer")
    return "The client walks pages only by integers.";
  const isTyped = property === "additionalProperties" && base.value === true;
  return isTyped || (isReceived && /^(type|enum|const)$/.test(property)) ? "The types show it." : undefined;
}

/** Why a change breaks callers; `undefined` if it does not, or if Redocly's rules say so. */
function reason(change, directions) {
  const isUnused = directions.length === 0;
  const [type, within] = [typeOf(change.node), typeOf(change.node.parent)];
  const isKeyword = type === "Schema" && isCombinator(change.property, change.node);
  if (isKeyword || isCombined(change.node)) return "Compare it by hand: it is below a combinator.";
  if (within === "DiscriminatorMapping") return "It changes what others mean.";
  if (isUnused && /^(Schema|AllOf|AnyOf)/.test(type) && !(change.kind === "added" && within === "NamedSchemas"))
    return "Compare it by hand: no operation uses it.";
  const isSent = isUnused || directions.includes("request");
  return { added, removed, modified }[change.kind](change, isSent, isUnused || directions.includes("response"));
}

/** Schemas mean the same in both: the second is what OpenAPI 3.1 assumes, and only adds keywords that describe. */
const DIALECTS = ["https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"];

const isWords = ({ kind, node, property }) => WORDS.test(typeOf(node)) || (kind === "modified" && WORD.test(property));

/** Whether both say the same: in another order, or in another patch version of OpenAPI. */
function isSame({ kind, property, base, revision }) {
  const absent = /^(required|deprecated)$/.test(property) ? false : undefined;
  const said = ({ value = absent }) => {
    if (property === "jsonSchemaDialect" && DIALECTS.includes(value)) return undefined;
    if (property === "openapi") return String(value).split(".", 2).join(".");
    if (property === "tags") return JSON.stringify(value?.[0]);
    return Array.isArray(value) ? JSON.stringify(value.map((member) => JSON.stringify(member)).sort()) : value;
  };
  return kind === "modified" && said(base) === said(revision);
}

/** A change in words. Redocly's report has the values of none. */
function changeOf({ kind, property, base, revision }) {
  return kind === "modified"
    ? `${property}: ${JSON.stringify(base.value)} → ${JSON.stringify(revision.value)}.`
    : `It is ${kind}.`;
}

const rules = {
  major: () => ({
    any(change, { report, getDirections }) {
      const why = isWords(change) || isSame(change) ? undefined : reason(change, getDirections());
      if (why) report({ message: why });
    },
  }),
  // Minor at least, and listed with its values below what another rule calls major.
  changed: () => ({
    any(change, { report }) {
      // What is added is minor for Redocly, unless it is a component.
      const isRated = change.kind === "added" && typeOf(change.node.parent) !== "NamedSchemas";
      if (!isRated && !isWords(change) && !isSame(change)) report({ message: changeOf(change) });
    },
  }),
  patch: () => ({
    any(change, { report }) {
      if (change.kind === "added" && isWords(change)) report({ message: "Only people read it." });
    },
  }),
};

/** Writes a short mark in place of words and examples: another one for each, however long they are. */
function mark(part, ...keys) {
  for (const key of keys) {
    const text = JSON.stringify(part[key]);
    if (text !== undefined) part[key] = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  }
}

/**
 * Writes where `redocly diff` sees it what it does not compare: an alias as a copy, the order of servers as the name of the
 * first one, and a value that is an object as text. It pairs the members of a list, such as parameters, by how much of
 * their text is the same: what only people read counts little there.
 */
const visible = () => ({
  Root(root) {
    Object.assign(root, JSON.parse(JSON.stringify({ ...root, firstServer: root.servers?.[0]?.url })));
  },
  Server: (server) => mark(server, "description"),
  Parameter: (parameter) => mark(parameter, "description", "example"),
  Header: (header) => mark(header, "description", "example"),
  MediaType: (media) => mark(media, "example"),
  Example: (example) => mark(example, "summary", "description", "value"),
  Schema(schema, { type }) {
    mark(schema, "description", "examples");
    const schemaOf = (value) => (typeof value === "boolean" ? (value ? {} : { not: {} }) : value);
    const text = (value) => (Object(value) === value ? JSON.stringify(value) : value);
    for (const [key, value] of Object.entries(schema)) {
      const isTree = typeof type.properties[key] === "function" || type.properties[key]?.name;
      if (Array.isArray(value)) schema[key] = value.map(isTree ? schemaOf : text);
      else if (!isTree) schema[key] = text(value);
    }
  },
});

export default () => ({ id: "versions", diff: { oas3: rules }, decorators: { oas3: { visible } } });
