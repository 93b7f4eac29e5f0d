import type { Contract } from "../contract/model.js";
import { HEADER, within } from "./code.js";
import { comment } from "./docstrings.js";
import { methodsOf } from "./methods.js";
import { pathOf, typeName } from "./names.js";

/** Returns the code of the Standard Schemas of what the client's methods take. */
export function generateStandardSchemas(contract: Contract): string {
  const inputs = methodsOf(contract)
    .filter(({ body }) => body?.argument !== undefined)
    .map((method) => ({ method, input: `${typeName(method.operation, method)}Input` }));
  const schemas = inputs.map(({ method, input }) => {
    const name = input.charAt(0).toLowerCase() + input.slice(1);
    const key = method.body?.key;
    const check = within("bodies", method.operation.operationId);
    const made = `standardSchema(${check}${key === undefined ? "" : `, ${JSON.stringify(key)}`})`;
    return `${comment(`What \`${pathOf(method)}\` takes.`)}\nexport const ${name}: StandardSchema<${input}> = /* @__PURE__ */ ${made};`;
  });
  if (schemas.length === 0) return `${HEADER}\nexport {};\n`;
  return `${HEADER}
import { type StandardSchema, standardSchema } from "../src/standard-schema.js";
import type { ${inputs.map(({ input }) => input).join(", ")} } from "./client.js";
import { bodies } from "./validators.js";

${schemas.join("\n\n")}
`;
}
