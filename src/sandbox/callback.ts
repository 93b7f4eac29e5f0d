import type { Destination } from "./deliveries.js";
import { valueAt } from "./pointer.js";
import type { PrismOperation } from "./prism.js";

/**
 * Where an operation's callbacks lead for the body of one request.
 *
 * @throws Error when a callback names its address in another way than by a place in the request body.
 */
export function destinationsOf(operation: PrismOperation | undefined, body: unknown): Destination[] {
  return (operation?.callbacks ?? []).map((callback) => {
    if (!("path" in callback)) throw new Error("The callback is not written out in the contract");
    const [, pointer] = /^\{\$request\.body#(\/[^}]+)\}$/.exec(callback.path) ?? [];
    if (pointer === undefined) throw new Error(`The sandbox cannot tell where the callback ${callback.path} leads`);
    const mediaTypes = callback.request?.body?.contents?.map(({ mediaType }) => mediaType) ?? [];
    const format = valueAt(body, "/webhook/format") === "xml" ? "xml" : "json";
    return {
      topic: String(valueAt(body, "/webhook/topic")),
      address: String(valueAt(body, pointer)),
      method: callback.method.toUpperCase(),
      mediaType: mediaTypes.find((mediaType) => mediaType.endsWith(`/${format}`)) ?? `application/${format}`,
    };
  });
}
