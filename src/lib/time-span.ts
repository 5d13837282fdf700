import { ownValue } from './own-value.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MILLISECONDS_BY_UNIT: Readonly<Record<string, number>> = {
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
};

const SPAN = /^(\d{1,6})([smhdw])$/i;

/** Reads a span of time as people write it, `30s`, `15m`, `4h`, `2d` or `1w`, in milliseconds; undefined when it is none. */
export function parseSpan(text: string): number | undefined {
  const [, count, unit = ''] = SPAN.exec(text) ?? [];
  const milliseconds = ownValue(MILLISECONDS_BY_UNIT, unit.toLowerCase());
  return count === undefined || milliseconds === undefined ? undefined : Number(count) * milliseconds;
}
