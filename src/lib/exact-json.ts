/**
 * JSON whose numbers stay as they were written. JavaScript's numbers hold about 16 digits, so an id such as
 * 9007199254740993 would become another one, and two ids could become the same.
 */

/** A number that JavaScript cannot hold, as its text. JSON.stringify writes that text as it is. */
export interface ExactNumber {
  readonly rawJSON: string;
}

interface JsonWithSource {
  readonly rawJSON: (text: string) => ExactNumber;
  readonly isRawJSON: (value: unknown) => value is ExactNumber;
}

const { rawJSON, isRawJSON } = JSON as unknown as JsonWithSource;

/**
 * Only a text with such a number in it matches: one of many digits, or with a large exponent. What may stand before a
 * number is asked for, since ids within text often have as many digits, and a reviver makes reading six times slower.
 */
const MAY_LOSE_DIGITS = /[\s:,[]-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/**
 * Only a text with a number in it that would be written another way matches: with zeros at its end, an exponent, or a zero
 * with a sign.
 */
const MAY_LOSE_FORM = /[\s:,[]-?(?:\d+\.\d*0|\d[\d.]*[eE][+-]?\d+|(?<=-)0)(?=[\s,\]}]|$)/;

/** The numbers of objects and lists that would be written another way than they came, by their names. */
let forms: WeakMap<object, Map<string, string>> | undefined;
let hasForms = false;

/**
 * From now on the way in which a number was written (`1.0`) is kept beside it, for a program that prints records as they
 * were sent. The number itself stays one.
 */
export function keepNumberForms(): void {
  forms ??= new WeakMap();
}

/** For JSON.stringify: writes each number as it was written where that was kept; undefined when nothing was. */
export function numberForms(): ((this: object, name: string, value: unknown) => unknown) | undefined {
  return hasForms ? formOf : undefined;
}

function formOf(this: object, name: string, value: unknown): unknown {
  const form = typeof value === 'number' ? forms?.get(this)?.get(name) : undefined;
  return form === undefined ? value : rawJSON(form);
}

/** A text that is a number and nothing else. */
const IS_NUMBER = /^[-\d]/;

/** Whether a value that was read is a number that JavaScript cannot hold, or a remark: either is kept as its text. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isRawJSON(value);
}

/** A text of ours that stands in the place of a value. It is written as text, and no text that was read passes for it. */
export function remark(text: string): ExactNumber {
  return rawJSON(JSON.stringify(text));
}

/** Whether a remark stands in the place of a value. */
export function isRemark(value: unknown): boolean {
  return isRawJSON(value) && value.rawJSON.startsWith('"');
}

/**
 * Reads JSON as JSON.parse does, but a number that would lose digits, or be infinite, is kept as an ExactNumber. Throws
 * a SyntaxError when the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return IS_NUMBER.test(text) ||
    MAY_LOSE_DIGITS.test(text) ||
    (forms !== undefined && MAY_LOSE_FORM.test(text))
    ? parseWithDigits(text)
    : JSON.parse(text);
}

/** Unlike plain reading, looking at each number recurses. What is nested so deeply is read all the same, with fewer digits. */
function parseWithDigits(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    if (error instanceof RangeError) {
      return JSON.parse(text);
    }
    throw error;
  }
}

function keepDigits(
  this: object,
  name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || source === String(value)) {
    return value;
  }
  if (normalized(source) !== normalized(String(value))) {
    return rawJSON(source);
  }
  if (forms !== undefined) {
    const known = forms.get(this) ?? new Map<string, string>();
    forms.set(this, known.set(name, source));
    hasForms = true;
  }
  return value;
}

/** The digits without zeros at their ends, and the power of ten of the last one; the sign of zero is left out. */
function normalized(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutLastZeros(digits);
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}

/** By hand, since a pattern for the end looks at each run of zeros again for each zero in it. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') {
    end--;
  }
  return digits.slice(0, end);
}
