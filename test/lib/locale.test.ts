import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

const MODULE = new URL('../../src/lib/format-time.ts', import.meta.url).href;

/** Prints times of all kinds in some zones, one line for all. */
const SCRIPT = `
const { formatAge, formatClock, formatDateTime } = await import(${JSON.stringify(MODULE)});
const now = Date.UTC(2026, 2, 2, 9);
const texts = [];
for (const zone of ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
  process.env.TZ = zone;
  for (const time of [Date.parse('0001-01-01'), 0, now - 4e10, now]) {
    texts.push(formatClock(time, now, 'local'), formatDateTime(time, 'local'), formatAge(now - time));
  }
}
console.log(texts.join('|'));`;

it('times are the same in every language', () => {
  const formatted = ['C', 'en_US', 'de_DE', 'ar_EG', 'th_TH', 'fa_IR'].map((locale) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      env: { ...process.env, LANG: `${locale}.UTF-8`, LC_ALL: `${locale}.UTF-8` },
      encoding: 'utf8',
    }),
  );
  expect(new Set(formatted).size).toBe(1);
  expect(formatted[0]).toContain('2026-03-02 20:00:00+11:00');
});
