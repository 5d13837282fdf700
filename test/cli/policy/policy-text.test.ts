import { describe, expect, it } from 'vitest';

import type { TextStyle } from '../../../src/cli/output/styled-text.ts';
import { describeFolded, differencesText, policyText } from '../../../src/cli/policy/policy-text.ts';
import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import { differencesFrom } from '../../../src/stores/policy/select-differences.ts';
import { POLICY } from '../../fixtures/policy.ts';
import { PROSE } from '../../fixtures/prose.ts';

const LOOKALIKE = 'ev\u0456l';

function styleOf(layout: TextStyle['layout']): TextStyle {
  return { colour: false, ascii: false, layout, thisYear: 2026 };
}

function blocking(reason: string): Policy {
  return policySchema.parse({
    ...POLICY,
    name: 'Büro Köln',
    blocked_packages: [{ name: LOOKALIKE, reason }],
  });
}

it.each([
  ['soon', 'changed no time: soon'],
  [1772000000, 'changed no time: 1772000000'],
  ['2026-03-01T09:00:00Z', 'changed 2026-03-01T09:00:00Z'],
])('says of a time of its change whether it is one: %s', (sent, shown) => {
  const policy = policySchema.parse({ ...POLICY, updated_at: sent });
  expect(policyText(policy, styleOf({ kind: 'pipe' }))[0]).toContain(shown);
});

describe('a policy in which people wrote something for people', () => {
  it.each(PROSE)('is printed with names in ASCII and prose in its letters: %s', (_script, prose) => {
    const shown = `ev\\u{456}l, reason ${prose}`;
    expect(policyText(blocking(prose), styleOf({ kind: 'pipe' })).join('\n')).toContain(`  ${shown}`);
    expect(policyText(blocking(prose), styleOf({ kind: 'pipe' }))[0]).toContain('Büro Köln, version v17');
    const differences = differencesFrom(blocking('old'), {
      blocked_packages: [{ name: LOOKALIKE, reason: prose }],
    });
    expect(differencesText(differences, { style: styleOf({ kind: 'pipe' }), folded: false })).toEqual([
      expect.stringContaining(`\tev\\u{456}l, reason old\t→\t${shown}`),
    ]);
  });

  it('keeps text from right to left in its column of a terminal, and within its width', () => {
    const differences = differencesFrom(blocking('שלום 12'), {
      blocked_packages: [{ name: LOOKALIKE, reason: 'שלום 13' }],
    });
    for (const columns of [200, 110]) {
      const style = styleOf({ kind: 'terminal', columns });
      const [line = ''] = differencesText(differences, { style, folded: false });
      expect(line).toMatch(/[א-ת][^→a-z]*\u2800 *→/u);
      expect(columnsOf(line)).toBeLessThanOrEqual(columns);
    }
  });
});

describe('many elements of one list', () => {
  const listOf = (count: number, make: (index: number) => unknown) =>
    Array.from({ length: count }, (_, index) => make(index));
  const differences = differencesFrom(
    policySchema.parse({
      ...POLICY,
      blocked_packages: [
        ...listOf(12, (index) => `old-${index}`),
        ...listOf(10, (index) => ({ name: `kept-${index}`, reason: 'x' })),
      ],
    }),
    {
      blocked_packages: [
        ...listOf(10, (index) => ({ name: `kept-${index}`, reason: 'y' })),
        ...listOf(300, (index) => `new-${index}`),
      ],
    },
  );
  const lines = (folded: boolean) =>
    differencesText(differences, { style: styleOf({ kind: 'pipe' }), folded }).map((line) =>
      line.replaceAll(/\s+/g, ' '),
    );

  it('are a line on a terminal for each way that they go, and it says how each is listed', () => {
    expect(lines(true)).toEqual([
      '▼ loosens blocked_packages 12 packages → removed',
      '◇ unclear blocked_packages 10 packages → edited',
      '▲ tightens blocked_packages not listed → 300 packages',
    ]);
    expect(describeFolded(differences)).toBe(
      '322 changes are folded. To list each: vigil policy diff FILE | less',
    );
  });

  it('are a line each in a pipe', () => {
    expect(lines(false)).toHaveLength(322);
  });
});
