import * as z from 'zod';

import { SHORT_TEXT } from '../lib/cut-text.ts';
import { isExactNumber, isRemark, type ExactNumber } from '../lib/exact-json.ts';
import { asUntrusted, type Untrusted } from '../lib/untrusted.ts';
import { RECORD_CAPS, withinSize, type SizeCaps } from './size-gate.ts';

/**
 * Building blocks for reading what a server sends. Only a row's id is required; any other field may be absent, null,
 * of another type or new. A field of an unexpected type reads as absent, and the row keeps what was sent in `raw`, so
 * that nothing is lost and a detail view can show it. All text is marked as written by somebody else.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Any JSON object, whatever is in it; it is passed on as it is, a field named `__proto__` included. */
export const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value),
  { error: 'expected an object' },
);

/** Text as it was sent. The mark exists in the type alone, so it costs nothing. */
export const anyText = z.string() as unknown as z.ZodType<Untrusted, string>;

/** Text, or undefined when absent, null or of another type. */
export const text = anyText.optional().catch(undefined);

/** A number that JavaScript cannot hold. */
const exactNumber = z.custom<ExactNumber>(isExactNumber);

/** A finite number, the nearest there is, or undefined when absent, null or of another type. */
export const number = z
  .union([z.number(), exactNumber.transform(({ rawJSON }) => Number(rawJSON)).pipe(z.number())])
  .optional()
  .catch(undefined);

/** True or false, or undefined when absent, null or of another type. */
export const flag = z.boolean().optional().catch(undefined);

/** An array of text; elements of other types are left out, and what is not an array reads as undefined. */
export const textList = z
  .array(z.unknown())
  .transform((items) => items.filter((item): item is Untrusted => typeof item === 'string'))
  .optional()
  .catch(undefined);

/** An object of counts by name; values that are not numbers are left out. */
export const counts = jsonObject
  .transform((entries) =>
    Object.fromEntries(
      Object.entries(entries).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  )
  .optional()
  .catch(undefined);

/** An object with the given known fields, or undefined when it is not an object. */
export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

/**
 * What identifies a row. A server that sends numbers where the specification has text is read all the same. One that is so
 * long that it could have been cut is none: it would name something else when it is sent back or compared.
 */
export const identifier = z.union([
  z.string().min(1).max(SHORT_TEXT) as unknown as typeof anyText,
  z.number().transform((number) => asUntrusted(String(number))),
  exactNumber
    .refine((value) => !isRemark(value) && value.rawJSON.length <= SHORT_TEXT)
    .transform(({ rawJSON }) => asUntrusted(rawJSON)),
]);

/**
 * A row: the known fields by name, and in `raw` everything as it was sent, but for what is larger than the caps. Parsing
 * fails only when it is not an object or a field without tolerance (its id) is missing. Where rows come by the ten
 * thousand, `readUsual` reads those that are as expected, exactly as the shape does and faster; it leaves others to the
 * shape by giving undefined.
 */
export function row<Shape extends z.ZodRawShape>(
  shape: Shape,
  {
    caps = RECORD_CAPS,
    readUsual,
  }: {
    readonly caps?: SizeCaps;
    readonly readUsual?: (
      raw: JsonObject,
    ) => (z.output<z.ZodObject<Shape>> & { raw: JsonObject }) | undefined;
  } = {},
) {
  const known = z.object(shape);
  return jsonObject.transform((sent, context): z.output<typeof known> & { raw: JsonObject } => {
    const raw = withinSize(sent, caps);
    const usual = readUsual?.(raw);
    if (usual !== undefined) {
      return usual;
    }
    const parsed = known.safeParse(raw);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        context.addIssue({ code: 'custom', message: issue.message, path: issue.path, input: raw });
      }
      return z.NEVER;
    }
    return { ...parsed.data, raw };
  });
}
