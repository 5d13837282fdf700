import type { JsonObject } from '../../contract/tolerant.ts';
import { isExactNumber, type ExactNumber } from '../../lib/exact-json.ts';

/** A value that holds no others. */
export type Leaf = string | number | boolean | null | ExactNumber;

/** What a walk through a value meets: the name of a field, or one of these. */
type Step = string | typeof OBJECT | typeof ARRAY | typeof END | typeof LEAF;
const OBJECT = 0;
const ARRAY = 1;
const END = 2;
const LEAF = 3;

/** Deeper or larger rows are no use to take apart. */
const DEEPEST = 32;
const MOST_LEAVES = 1000;

/** Where the leaves stand that the specification names, counted from 0; -1 for those that the row does not have. */
export interface LeafPlaces {
  readonly id: number;
  readonly client_id: number;
  readonly timestamp: number;
  readonly type: number;
  readonly outcome: number;
  readonly actor:
    | { readonly command: number; readonly args: readonly number[] | undefined; readonly version: number }
    | undefined;
  readonly subject:
    { readonly ecosystem: number; readonly package: number; readonly version: number } | undefined;
  readonly payload: { readonly reasons: readonly number[] | undefined } | undefined;
}

/** Where the value of a field begins among the steps, and among the leaves. */
interface FieldPlace {
  readonly step: number;
  readonly place: number;
}

/**
 * How the values of a row lie in one another: everything of it but its leaves. A feed has few shapes and very many rows,
 * so that a row is kept as its shape and its leaves.
 */
export class EventShape {
  readonly #steps: readonly Step[];
  /** How many leaves a row of this shape has. */
  readonly leaves: number;
  /** Characters of the names in it. */
  readonly characters: number;
  readonly places: LeafPlaces;
  /** Where the fields of the row begin, once one was asked for. */
  #fields: ReadonlyMap<string, FieldPlace> | undefined;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.leaves = steps.filter((step) => step === LEAF).length;
    this.characters = steps.reduce<number>(
      (sum, step) => sum + (typeof step === 'string' ? step.length : 1),
      0,
    );
    let place = 0;
    const numbered = this.rebuild(() => place++);
    this.places = placesIn(numbered);
  }

  /** The row again, whose leaf at each place is what `leafAt` gives; it is asked for every leaf once and in order. */
  rebuild(leafAt: (place: number) => Leaf): JsonObject {
    return this.#rebuildFrom(0, 0, leafAt) as JsonObject;
  }

  /** What the row has in one of its fields, as `rebuild` gives it; only the leaves of that are asked for. */
  rebuildField(name: string, leafAt: (place: number) => Leaf): unknown {
    this.#fields ??= this.#findFields();
    const field = this.#fields.get(name);
    return field && this.#rebuildFrom(field.step, field.place, leafAt);
  }

  #rebuildFrom(step: number, firstPlace: number, leafAt: (place: number) => Leaf): unknown {
    const steps = this.#steps;
    let next = step;
    let place = firstPlace;
    const read = (): unknown => {
      switch (steps[next++]) {
        case OBJECT: {
          const fields: Record<string, unknown> = {};
          for (let name = steps[next++]; name !== END; name = steps[next++]) {
            setField(fields, name as string, read());
          }
          return fields;
        }
        case ARRAY: {
          const items: unknown[] = [];
          while (steps[next] !== END) {
            items.push(read());
          }
          next++;
          return items;
        }
        default:
          return leafAt(place++);
      }
    };
    return read();
  }

  #findFields(): ReadonlyMap<string, FieldPlace> {
    const fields = new Map<string, FieldPlace>();
    let depth = 0;
    let place = 0;
    for (const [index, step] of this.#steps.entries()) {
      if (step === OBJECT || step === ARRAY) {
        depth++;
      } else if (step === END) {
        depth--;
      } else if (step === LEAF) {
        place++;
      } else if (depth === 1) {
        fields.set(step, { step: index + 1, place });
      }
    }
    return fields;
  }

  /** Whether a row has this shape and each of its leaves is what `isLeafAt` says. */
  matches(row: JsonObject, isLeafAt: (place: number, leaf: Leaf) => boolean): boolean {
    const steps = this.#steps;
    let next = 0;
    let place = 0;
    const compare = (value: unknown): boolean => {
      if (Array.isArray(value)) {
        return steps[next++] === ARRAY && value.every(compare) && steps[next++] === END;
      }
      if (isNesting(value)) {
        if (steps[next++] !== OBJECT) {
          return false;
        }
        for (const name of Object.keys(value)) {
          if (steps[next++] !== name || !compare(value[name])) {
            return false;
          }
        }
        return steps[next++] === END;
      }
      return steps[next++] === LEAF && isLeafAt(place++, value as Leaf);
    };
    return compare(row);
  }
}

/** The shapes that were met, each kept once. */
export class EventShapes {
  /** The leaves of the row that was taken last, as many as its shape says; what stands behind them is of others. */
  readonly leaves: Leaf[] = [];
  readonly #most: number;
  #root = new ShapeNode(undefined, LEAF);
  #nodes = 0;
  #taken = 0;

  /** Past `most` steps of shapes that differ it begins anew, so that a server which never sends the same twice fills nothing. */
  constructor(most = 50_000) {
    this.#most = most;
  }

  /** The shape of a row; undefined when it is too deep or too large. */
  take(row: JsonObject): EventShape | undefined {
    if (this.#nodes > this.#most) {
      this.#root = new ShapeNode(undefined, LEAF);
      this.#nodes = 0;
    }
    this.#taken = 0;
    return this.#walk(row, this.#root, DEEPEST)?.shape();
  }

  #walk(value: unknown, from: ShapeNode, depth: number): ShapeNode | undefined {
    if (!isNesting(value)) {
      this.leaves[this.#taken++] = value as Leaf;
      return this.#taken > MOST_LEAVES ? undefined : this.#step(from, LEAF);
    }
    if (depth === 0) {
      return undefined;
    }
    let node: ShapeNode | undefined;
    if (Array.isArray(value)) {
      node = this.#step(from, ARRAY);
      for (let index = 0; index < value.length && node !== undefined; index++) {
        node = this.#walk(value[index], node, depth - 1);
      }
    } else {
      node = this.#step(from, OBJECT);
      // What comes from JSON inherits nothing that could be counted, and this is twice as fast as a list of the names.
      for (const name in value) {
        node = node && this.#walk(value[name], this.#step(node, name), depth - 1);
      }
    }
    return node && this.#step(node, END);
  }

  #step(from: ShapeNode, step: Step): ShapeNode {
    const known = from.after(step);
    if (known !== undefined) {
      return known;
    }
    this.#nodes++;
    return from.add(step);
  }
}

/** A place in the tree of all shapes. Most have one way to go on, and of several it is mostly the last one again. */
class ShapeNode {
  readonly #before: ShapeNode | undefined;
  readonly #step: Step;
  #last: ShapeNode | undefined;
  /** All ways to go on, once there are several. */
  #ways: Map<Step, ShapeNode> | undefined;
  #shape: EventShape | undefined;

  constructor(before: ShapeNode | undefined, step: Step) {
    this.#before = before;
    this.#step = step;
  }

  after(step: Step): ShapeNode | undefined {
    if (this.#last !== undefined && this.#last.#step === step) {
      return this.#last;
    }
    const found = this.#ways?.get(step);
    this.#last = found ?? this.#last;
    return found;
  }

  add(step: Step): ShapeNode {
    const node = new ShapeNode(this, step);
    if (this.#last !== undefined) {
      this.#ways ??= new Map([[this.#last.#step, this.#last]]);
      this.#ways.set(step, node);
    }
    this.#last = node;
    return node;
  }

  /** The shape whose walk ends here. */
  shape(): EventShape {
    this.#shape ??= new EventShape(this.#steps());
    return this.#shape;
  }

  #steps(): Step[] {
    const steps: Step[] = [];
    const put = (node: ShapeNode) => {
      if (node.#before !== undefined) {
        steps.push(node.#step);
      }
      return node.#before;
    };
    for (let node = put(this); node !== undefined; node = put(node));
    return steps.reverse();
  }
}

/** Whether a value holds others. */
function isNesting(value: unknown): value is JsonObject {
  // Exact numbers inherit nothing, which is quicker to see.
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.getPrototypeOf(value) !== null || !isExactNumber(value))
  );
}

function setField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    // eslint-disable-next-line vigil/untrusted-names -- the one name that would not be its own is put above
    fields[name] = value;
  }
}

/** Where the leaves are, found by a row whose leaves are their own places. */
function placesIn(row: JsonObject): LeafPlaces {
  const { actor, subject, payload } = row;
  return {
    id: placeIn(row['id']),
    client_id: placeIn(row['client_id']),
    timestamp: placeIn(row['timestamp']),
    type: placeIn(row['type']),
    outcome: placeIn(row['outcome']),
    actor: isPart(actor)
      ? {
          command: placeIn(actor['command']),
          args: placesOf(actor['args']),
          version: placeIn(actor['version']),
        }
      : undefined,
    subject: isPart(subject)
      ? {
          ecosystem: placeIn(subject['ecosystem']),
          package: placeIn(subject['package']),
          version: placeIn(subject['version']),
        }
      : undefined,
    payload: isPart(payload) ? { reasons: placesOf(payload['reasons']) } : undefined,
  };
}

function isPart(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function placeIn(value: unknown): number {
  return typeof value === 'number' ? value : -1;
}

function placesOf(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : undefined;
}
