import { isDeepStrictEqual } from "node:util";
import type { Changes } from "./changes.js";
import { entriesOf, nameOf, type Place, parameterOf, resolve } from "./place.js";
import type { Direction, What } from "./ratings.js";

/** The same place in both contracts, which callers send or receive. Where one has nothing, its `value` is `undefined`. */
export class Pair {
  readonly base: Place;
  readonly revision: Place;
  readonly direction: Direction;
  readonly changes: Changes;

  constructor(base: Place, revision: Place, direction: Direction, changes: Changes) {
    this.base = base;
    this.revision = revision;
    this.direction = direction;
    this.changes = changes;
  }

  /** Two other places that go the same way. */
  of(base: Place, revision: Place): Pair {
    return new Pair(base, revision, this.direction, this.changes);
  }

  /** What each of the two places has or leads to. */
  each(step: (place: Place) => Place): Pair {
    return this.of(step(this.base), step(this.revision));
  }

  /** The same places as the other side of a request sees them: the answer, or what the service sends in turn. */
  turned(): Pair {
    return new Pair(this.base, this.revision, this.direction === "sent" ? "received" : "sent", this.changes);
  }

  /** What references at both places lead to. */
  resolved(): Pair {
    return this.each(resolve);
  }

  /** The pairs of what is one step further down, by name. */
  entries(by: (place: Place) => ReadonlyMap<string, Place> = entriesOf): [name: string, pair: Pair][] {
    return this.matched(by(this.base), by(this.revision));
  }

  /** The pairs of two sets of places, by name. */
  matched<Name>(before: ReadonlyMap<Name, Place>, after: ReadonlyMap<Name, Place>): [name: Name, pair: Pair][] {
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
      const [base, revision] = [before.get(name), after.get(name)];
      const known = base ?? revision;
      if (!known) return [];
      const nothing = { ...known, value: undefined };
      return [[name, this.of(base ?? nothing, revision ?? nothing)]];
    });
  }

  /** Whether both say the same. The order of keys does not count. */
  get isSame(): boolean {
    return isDeepStrictEqual(this.base.value, this.revision.value);
  }

  /** Where a change is reported: in the newer contract, or in the older where the newer has nothing there. */
  get where(): Place {
    return this.revision.value === undefined ? this.base : this.revision;
  }

  /** Whether a question about both places is new. Schemas may refer to themselves. */
  isNew(question: object, ...details: string[]): boolean {
    const places = [this.base.pointer, this.revision.pointer];
    return this.changes.isNew(question, [this.direction, ...places, ...details].join(" "));
  }

  /** Adds a change. */
  report(row: What, words = this.inWords(), ...where: Place[]): void {
    const [first = this.where, ...others] = where;
    const name = parameterOf(first);
    const named = name === undefined ? words : `${name}: ${words}`;
    this.changes.add(row, this.direction, named, first.pointer, ...others.map(({ pointer }) => pointer));
  }

  /** The same with the words that say which way the values go. */
  reportValues(row: What, words: string, ...where: Place[]): void {
    this.report(row, `${words}, in what callers ${this.direction === "sent" ? "send" : "receive"}`, ...where);
  }

  /** The change in words. Long values are left out. */
  inWords(verb = "changed"): string {
    const name = nameOf(this.revision);
    const [before, after] = [JSON.stringify(this.base.value), JSON.stringify(this.revision.value)];
    const isShort = (before?.length ?? 0) + (after?.length ?? 0) <= 120;
    if (before === undefined) return isShort ? `${name} added: ${after}` : `${name} added`;
    if (after === undefined) return isShort ? `${name} removed: ${before}` : `${name} removed`;
    return isShort ? `${name} ${verb}: ${before} → ${after}` : `${name} ${verb}`;
  }
}
