/** Numbers as people read them. */

/** Making a format costs a hundred times what using it does. */
const formats = new Map<number, Intl.NumberFormat>();

/** `12,345`, and at most `decimals` digits behind the point. */
export function formatCount(value: number, decimals = 0): string {
  if (Number.isSafeInteger(value)) {
    return grouped(String(value));
  }
  let format = formats.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals });
    formats.set(decimals, format);
  }
  return format.format(value);
}

/** `12,345.60`: so many digits behind the point, so that numbers under each other align at it. */
export function formatFixed(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e15) {
    return formatCount(value, decimals);
  }
  const [whole = '', ...fraction] = value.toFixed(decimals).split('.');
  return [grouped(whole), ...fraction].join('.');
}

/** A whole number as the format would have it. The first one that needs the format costs as much as half of a start. */
function grouped(digits: string): string {
  return digits.length < 4 ? digits : digits.replace(/\B(?=(?:\d{3}){1,8}$)/g, ',');
}

/** `1.2 kB`, `34 MB`: three digits at the most, powers of a thousand. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A share of a whole as `12.3%`; `–` when the whole is zero. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`;
}

/** The number in three digits and a unit at most: `204`, `1.2k`, `12k`. */
export function shortCount(count: number): string {
  if (count < 1000) {
    return formatCount(count);
  }
  const thousands = Math.floor(count / 100) / 10;
  return `${formatCount(thousands < 10 ? thousands : Math.floor(thousands), 1)}k`;
}
