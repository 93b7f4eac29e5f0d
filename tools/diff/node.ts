import { PROSE } from "../contract/json-schema.js";
import { entriesOf, nameOf, type Place, resolve } from "./place.js";
import type { Direction, Kind } from "./ratings.js";
import { asOne, type Order } from "./wider-or-narrower.js";

/** What a contract says in one place. A contract is a tree of these, in which the parts of a node have names. */
export interface Node {
  /** The row in the table of ratings. */
  readonly kind: Kind;
  /** What its counterpart in the other contract is found by. */
  readonly key: string;
  /** What the reader is told that it is called. */
  readonly name: string;
  /** Where it is reported. */
  readonly place: Place;
  readonly direction: Direction;
  /** Whether it is added or removed as one. Anything else says nothing where it is missing. */
  readonly isEntry: boolean;
  /** Other keys of an entry, to find one that has been renamed. */
  readonly aliases?: readonly string[];
  /** What is compared as one by the order. */
  readonly said?: unknown;
  readonly order: Order;
  /** What the reader is told, if the usual words do not say it. */
  readonly words?: Readonly<Record<string, string>>;
  /** What it is made of. A schema may be made of itself. */
  readonly parts: () => readonly Node[];
}

/** What is at a place, as the parts of a node. */
export type Parts = (place: Place, direction: Direction, key: string) => readonly Node[];

/** The parts of an object, by its keys. */
export type Shape = Readonly<Record<string, Parts>>;

/** What is said as one. */
export function leaf(kind: Kind, place: Place, direction: Direction, more: Partial<Node> = {}): Node {
  const key = more.key ?? nameOf(place);
  return {
    kind,
    key,
    name: key,
    place,
    direction,
    isEntry: false,
    said: place.value,
    order: asOne,
    parts: none,
    ...more,
  };
}

/** What has a name, and is added or removed as one. */
export function entry(
  kind: Kind,
  name: string,
  place: Place,
  direction: Direction,
  parts: () => readonly Node[],
  more: Partial<Node> = {},
): Node {
  const key = `${kind}: ${more.key ?? name}`;
  return { kind, name, place, direction, isEntry: true, order: asOne, parts, ...more, key };
}

function none(): readonly Node[] {
  return [];
}

/** A key that is compared as one. */
export function value(kind: Kind, order: Order = asOne, said = (written: unknown) => written): Parts {
  return (place, direction) => [leaf(kind, place, direction, { order, said: said(place.value) })];
}

/** A key that something else compares, or that only people read. What nothing reports is a patch. */
export const elsewhere: Parts = none;

const words = value("Words");
const unknown = value("Unknown key");

/** What an object, or the target of a reference, says by its keys. */
export function object(shape: Shape): Parts {
  return (place, direction) => {
    return entriesOf(resolve(place)).flatMap(([key, inner]) => partsOf(shape, key)(inner, direction, key));
  };
}

/** What is at a key. One that the shape does not know may mean anything, if it is no text and no extension. */
export function partsOf(shape: Shape, key: string): Parts {
  const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
  return known ?? (PROSE.includes(key) || key.startsWith("x-") ? words : unknown);
}

/** Entries by their names, such as headers. */
export function each(kind: Kind, parts: Parts): Parts {
  return (place, direction) => {
    return entriesOf(place).map(([name, inner]) => {
      return entry(kind, name, inner, direction, () => parts(inner, direction, name));
    });
  };
}

/** What callers send where the service answers, and the other way round. */
export function turned(parts: Parts): Parts {
  return (place, direction, key) => parts(place, opposite(direction), key);
}

function opposite(direction: Direction): Direction {
  if (direction === "combined") return direction;
  return direction === "sent" ? "received" : "sent";
}
