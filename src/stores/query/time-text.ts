/** A time in milliseconds as a text that queries read; undefined where there is none or no date can be made of it. */
export function textTimeOf(time: number | undefined): string | undefined {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
