import type { Contract } from "../contract/model.js";
import { HEADER, within } from "./code.js";
import { comment } from "./docstrings.js";
import { methodsOf } from "./methods.js";
import { pathOf, typePrefixOf } from "./names.js";

/** Returns the code of the Standard Schemas of what the client's methods take. */
export function generateStandardSchemas(contract: Contract): string {
  const methods = methodsOf(contract).filter(({ input }) => input !== undefined);
  const typeOf = ({ operation }: (typeof methods)[number]) => `${typePrefixOf(operation)}Input`;
  const schemas = methods.map((method) => {
    const type = typeOf(method);
    const name = type.charAt(0).toLowerCase() + type.slice(1);
    const check = within("bodies", method.operation.operationId);
    return `${comment(`What \`${pathOf(method)}\` takes.`)}
export const ${name}: StandardSchema<${type}> = /* @__PURE__ */ standardSchema(${check}, ${JSON.stringify(method.input)});`;
  });
  const types = methods.map(typeOf).join(", ");
  // Without the types, the compiler could not name the schemas in the declarations of a library.
  return `${HEADER}
import { type StandardSchema, standardSchema } from "../src/standard-schema.js";
import type { ${types} } from "./client.js";
import { bodies } from "./validators.js";

export type { ${types} } from "./client.js";

${schemas.join("\n\n")}
`;
}
