import { expect, it } from 'vitest';

import { journalText } from '../../../src/cli/output/journal-text.ts';
import { journalRowOf } from '../../../src/commands/journal/journal-rows.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';

const STYLE = {
  ascii: false,
  colour: false,
  layout: { kind: 'terminal', columns: 2000 },
  thisYear: 2026,
} as const;

/** The lines below that of a confirmed change. */
function below(sentence: string): readonly string[] {
  return operationsFrom({ reason: undefined }, { step: 'verdict', verdict: 'confirmed', sentence })
    .flatMap((operation) => journalText(journalRowOf(operation), STYLE))
    .slice(1)
    .map((line) => line.trim());
}

it('says no more of what was plainly confirmed', () => {
  expect(below('Confirmed: host.example.com is suspended.')).toEqual([]);
  expect(below('Confirmed: the policy holds the change as version 1.2.')).toEqual([]);
});

it('says what else there is to be known of what was confirmed', () => {
  const sentence =
    'Confirmed: the policy holds the change as version 17. Right before it was version 15: something else was written.';
  expect(below(sentence)).toEqual([sentence]);
});

it('prints what an earlier program wrote of a name of any length', () => {
  const [line = ''] = below(`Confirmed: ${'host. '.repeat(1_700_000)}is suspended.`);
  expect(line).toMatch(/^Confirmed: host\. .*<\+\d+ chars>$/);
  expect(below(`Confirmed: ${'h'.repeat(10_000_000)} is suspended.`)).toEqual([]);
});
