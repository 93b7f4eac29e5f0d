import { schemaOf } from "../contract/json-schema.js";
import { type Contract, type Parameter, type Schema, schemaName } from "../contract/model.js";
import { type Html, html } from "./html.js";
import { brief, inline } from "./markdown.js";
import { code, factsOf, typeOf } from "./schema-in-words.js";

/** How many levels of objects have rows: a schema may refer to itself. */
const DEEPEST = 4;

/** Where fields are. */
interface Place {
  contract: Contract;
  /** Beginning of their anchors. */
  anchor: string;
  /** Whether they are sent: what an answer always has, nobody is required to send. */
  isRequest: boolean;
  /** The names that lead to them; the name of a list ends in `[]`. */
  steps?: readonly string[];
}

/** The fields of a value. A schema with a name has a section of its own, so it is closed here. */
export function renderFields(schema: Schema, place: Place, name = schemaName(schema)): Html | undefined {
  const { properties = {}, required = [] } = schemaOf(place.contract, schema);
  const rows = Object.entries(properties).map(([field, inner]) =>
    renderField({ name: field, schema: inner, required: required.includes(field) }, place),
  );
  if (rows.length === 0) return undefined;
  const list = html`<dl class="fields">${rows}</dl>\n`;
  const count = `${rows.length} field${rows.length === 1 ? "" : "s"}`;
  const summary = html`<summary>${name} <small>· ${count}</small></summary>`;
  return name === undefined ? list : html`<details class="schema">${summary}${list}</details>\n`;
}

/** The parameters of one place, such as the query. */
export function renderParameters(parameters: readonly Parameter[], place: Place): Html {
  return html`<dl class="fields">${parameters.map((parameter) => renderField(parameter, place))}</dl>\n`;
}

/** A field: name and type on the left, what is said about it on the right, and the fields in it below. */
function renderField(field: Partial<Parameter> & { name: string }, place: Place): Html {
  const { contract, anchor: start, isRequest, steps: above = [] } = place;
  const { items, ...whole } = schemaOf(contract, field.schema ?? {});
  const { name, required = false, description = whole.description ?? "" } = field;
  const steps = [...above, name];
  const anchor = `${start}/${steps.join("/")}`;
  const mark = isRequest && required && html` · <strong class="required">required</strong>`;
  const title = html`<code>${above.map((step) => html`${step}.<wbr>`)}<b>${name}</b></code>`;
  // What the description lists is not listed again.
  const choices = (whole.enum ?? []).map(code).filter((choice) => !description.includes(choice));
  const chips = choices.map((choice) => html`<span class="chip">${inline(choice)}</span> `);
  const facts = factsOf({ ...whole, ...(field.deprecated && { deprecated: true }) }, examplesOf(field, whole));
  const said = (choices.length > 0 || facts) && html`<p class="facts">${chips}${inline(facts)}</p>`;
  const within = { ...place, steps: items ? [...above, `${name}[]`] : steps };
  const fields = steps.length < DEEPEST && renderFields(items ?? field.schema ?? {}, within);
  const inner = fields && html`<dd class="inner">${fields}</dd>`;
  const type = typeOf({ ...whole, ...(items && { items: schemaOf(contract, items) }) }, description);
  return html`<div id="${anchor}"><dt><a href="#${anchor}">${title}</a> <span>${type}</span>${mark}</dt><dd>${brief(description)}${said}</dd>${inner}</div>\n`;
}

function examplesOf({ example, examples = {} }: Partial<Parameter>, schema: Schema): readonly unknown[] {
  if (example !== undefined) return [example];
  const own = Object.values(examples).map(({ value }) => value);
  return own.length > 0 ? own : (schema.examples ?? [schema["example"]].filter((value) => value !== undefined));
}
