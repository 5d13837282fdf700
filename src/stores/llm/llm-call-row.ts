import type { LlmCall } from '../../contract/llm-call.ts';
import { canIdentify } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { isExactNumber, isRemark, type ExactNumber } from '../../lib/exact-json.ts';
import { parseTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { ownValue } from '../../lib/own-value.ts';

/** What the value of a field is by its content: a number, a time, text, or anything else. */
export type FieldKind = 'number' | 'time' | 'text' | 'other';

/** The fields that a call has, with what they are; the same object for calls that have the same ones. */
export type CallShape = readonly (readonly [name: string, kind: FieldKind])[];

/** An LLM call with an id of its own making where the server sends none. */
export interface LlmCallRow {
  readonly id: string;
  readonly time: number | undefined;
  /** Fields by name; those of nested objects as `usage.input_tokens`. */
  readonly fields: JsonObject;
  readonly shape: CallShape;
  /** As it was sent. */
  readonly raw: JsonObject;
}

/** Names of the field that says when a call was made, the likeliest first. */
const TIME_NAMES = [
  /^timestamp$/i,
  /^created_?at$/i,
  /^time$/i,
  /(^|[._])(timestamp|created_?at|started_?at|start_?time|at|time|date)$/i,
];

const FIRST_YEAR = Date.parse('2001-09-10T00:00:00Z');
const LAST_YEAR = Date.parse('2100-01-01T00:00:00Z');

const rowOf = new WeakMap<LlmCall, LlmCallRow>();

/** A call as a row: the same one for the same call each time. */
export function readLlmCall(call: LlmCall): LlmCallRow {
  let row = rowOf.get(call);
  if (row === undefined) {
    const fields = flatten(call.raw);
    const id = ownIdOf(fields) ?? jsonText(call.raw);
    const { shape, timeNames } = shapeOf(fields);
    const time = timeNames.map((name) => timeOf(ownValue(fields, name))).find((value) => value !== undefined);
    row = { id: String(id), time, fields, shape, raw: call.raw };
    rowOf.set(call, row);
  }
  return row;
}

/** What distinguishes a call from others: its id, or all that it says where it has none. */
export function keyOfLlmCall(call: LlmCall): string {
  return readLlmCall(call).id;
}

/** Whether the server sent an id with a call. */
export function hasOwnId(call: LlmCall): boolean {
  return ownIdOf(readLlmCall(call).fields) !== undefined;
}

/** When a call was made, in milliseconds since the epoch; undefined when it carries no time. */
export function timeOfLlmCall(call: LlmCall): number | undefined {
  return readLlmCall(call).time;
}

/** A number, also one that is written as text; undefined for all else. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value) && value.length <= 30 ? Number(value) : undefined;
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

interface KnownShape {
  readonly shape: CallShape;
  readonly timeNames: readonly string[];
}

/** As many as there are are few, unless a server makes up names; then they are not remembered. */
const MOST_SHAPES = 1000;
const LONGEST_SHAPE = 20_000;
const shapes = new Map<string, KnownShape>();

function shapeOf(fields: JsonObject): KnownShape {
  const shape = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, kindOf(value)] as const);
  const key = shape.map(([name, kind]) => `${kind} ${name}`).join('\n');
  let known = shapes.get(key);
  if (known === undefined) {
    const timeNames = TIME_NAMES.flatMap((pattern) =>
      shape.filter(([name]) => pattern.test(name)).map(([name]) => name),
    );
    known = { shape, timeNames };
    if (shapes.size < MOST_SHAPES && key.length <= LONGEST_SHAPE) {
      shapes.set(key, known);
    }
  }
  return known;
}

function kindOf(value: unknown): FieldKind {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))) {
    return 'number';
  }
  if (typeof value === 'string') {
    return /^\d{4}-\d{2}-\d{2}T/.test(value) && parseTime(value) !== undefined ? 'time' : 'text';
  }
  return 'other';
}

/** A time as text, or as seconds or milliseconds since 1970 of this century. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return parseTime(value);
  }
  return typeof value === 'number'
    ? [value, value * 1000].find((time) => time >= FIRST_YEAR && time <= LAST_YEAR)
    : undefined;
}

/** Entries, not assignments: a field may be called `__proto__`. */
function flatten(value: JsonObject): JsonObject {
  return Object.fromEntries(flatEntries(value, '', 0));
}

/** What lies deeper in a call is one value of one column. */
const DEEPEST = 8;

function flatEntries(
  value: JsonObject,
  prefix: string,
  depth: number,
): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, field]) =>
    depth < DEEPEST &&
    typeof field === 'object' &&
    field !== null &&
    !Array.isArray(field) &&
    !isExactNumber(field)
      ? flatEntries(field as JsonObject, `${prefix}${name}.`, depth + 1)
      : [[`${prefix}${name}`, isExactNumber(field) ? plainValue(field) : field]],
  );
}

/** A whole number of many digits is an id, and shown with all of them; any other is an amount. */
function plainValue(written: ExactNumber): string | number {
  const { rawJSON } = written;
  return isRemark(written)
    ? String(JSON.parse(rawJSON))
    : /^-?\d+$/.test(rawJSON)
      ? rawJSON
      : Number(rawJSON);
}

function ownIdOf(fields: JsonObject): string | number | undefined {
  return [fields['id'], fields['event_id']].find((value) => isIdentifier(value));
}

function isIdentifier(value: unknown): value is string | number {
  return canIdentify(value) || typeof value === 'number';
}
