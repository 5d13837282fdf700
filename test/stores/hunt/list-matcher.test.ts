import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { eventSchema, type SecurityEvent } from '../../../src/contract/event.ts';
import { parseTime } from '../../../src/lib/format-time.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { HuntFindings } from '../../../src/stores/hunt/hunt-findings.ts';
import type { ListEntry } from '../../../src/stores/hunt/hunt-list.ts';
import { readHuntList } from '../../../src/stores/hunt/list/read-list.ts';
import { ListMatcher } from '../../../src/stores/hunt/list-matcher.ts';

function event(id: string, fields: Readonly<Record<string, unknown>>): SecurityEvent {
  return eventSchema.parse({
    id,
    timestamp: '2026-03-02T09:00:00Z',
    type: 'install',
    outcome: 'allow',
    ...fields,
  });
}

function entriesOf(text: string): readonly ListEntry[] {
  const reading = readHuntList(text);
  return 'list' in reading ? reading.list.entries : [];
}

function verdictOf(text: string, subject: Readonly<Record<string, unknown>>) {
  return new ListMatcher({ entries: entriesOf(text) }).match(event('e', { subject }))?.verdict ?? 'other';
}

describe('which events a list names', () => {
  it.each([
    ['a.b,1.0,PyPI', { ecosystem: 'pip', package: 'A_B', version: '1.0.0' }, 'listed'],
    ['serde_json,1.0.0,cargo', { ecosystem: 'crates.io', package: 'serde-json', version: '1.0.0' }, 'listed'],
    ['jsonstream,1.0.0,npm', { ecosystem: 'npm', package: 'JSONStream', version: '1.0.0' }, 'other'],
    ['pkg:npm/jsonstream@1.0.0', { ecosystem: 'npm', package: 'JSONStream', version: '1.0.0' }, 'listed'],
    [
      'github.com/azure/x,1.0.0,go',
      { ecosystem: 'go', package: 'github.com/Azure/x', version: 'v1.0.0' },
      'other',
    ],
    [
      'pkg:golang/github.com/azure/x@v1.0.0',
      { ecosystem: 'go', package: 'github.com/Azure/x', version: 'v1.0.0' },
      'listed',
    ],
    [
      'pkg:golang/github.com/Azure/x@v1.0.0',
      { ecosystem: 'go', package: 'github.com/azure/x', version: 'v1.0.0' },
      'other',
    ],
    ['chalk,5.6.1', { ecosystem: 'NPM', package: 'chalk', version: '5.6.1' }, 'listed'],
    ['chalk,5.6.1,pip', { ecosystem: 'npm', package: 'chalk', version: '5.6.1' }, 'other'],
    ['chalk,5.6.1', { package: 'chalk', version: '5.6.1' }, 'unclear'],
    ['chalk,5.6.1', { ecosystem: 'conda', package: 'chalk', version: 'v5.6.1' }, 'listed'],
    ['chalk,5.6.1', { ecosystem: 'conda', package: 'chalk', version: '5.6.2' }, 'other'],
    ['chalk,>=5', { ecosystem: 'conda', package: 'chalk', version: '5.6.2' }, 'unclear'],
    ['chalk,', { ecosystem: 'conda', package: 'chalk', version: '5.6.2' }, 'listed'],
    ['chalk,5.6.1,npm', { ecosystem: 'conda', package: 'chalk', version: '5.6.1' }, 'other'],
    ['chalk,5.6.1', { ecosystem: ' ', package: 'chalk', version: '5.6.1' }, 'unclear'],
    ['chalk,5.6.1', { ecosystem: 'npm', package: 'constructor', version: '5.6.1' }, 'other'],
    ['chalk,5.6.1', { ecosystem: 'npm' }, 'unclear'],
    ['chalk,5.6.1', { ecosystem: 'npm', package: 17, version: '5.6.1' }, 'unclear'],
  ])('of %o: %o is %s', (text, subject, expected) => {
    expect(verdictOf(text, subject)).toBe(expected);
  });

  it('says by which entries, of all that name it', () => {
    const matcher = new ListMatcher({ entries: entriesOf('chalk,5.6.1\nchalk,>=5\nchalk,4.0.0\n') });
    const match = matcher.match(
      event('e', { subject: { ecosystem: 'npm', package: 'chalk', version: '5.6.1' } }),
    );
    expect(match?.entries.map(({ matched }) => matched)).toEqual(['chalk,5.6.1', 'chalk,>=5']);
  });
});

const NAMES = ['a', 'A', 'a-b', 'a_b', 'a.b', '@s/a'];
const VERSIONS = ['1.0.0', '1.0.1', 'v1.0.0', '2.0.0-rc.1', 'latest'];
const subjects = fc.record(
  {
    ecosystem: fc.constantFrom('npm', 'pip', 'go', 'cargo', 'conda'),
    package: fc.constantFrom(...NAMES),
    version: fc.constantFrom(...VERSIONS),
  },
  { requiredKeys: [] },
);
const events = fc.array(
  fc.record({
    subject: subjects,
    client_id: fc.constantFrom('c1', 'c2', undefined),
    outcome: fc.constantFrom('allow', 'block'),
    second: fc.nat(50),
  }),
  { maxLength: 40 },
);
const lists = fc.array(
  fc.record({
    ecosystem: fc.constantFrom(...(['npm', 'pip', 'go', 'cargo', undefined] as const)),
    name: fc.constantFrom(...NAMES).map(asUntrusted),
    exact: fc.array(fc.constantFrom(...VERSIONS), { maxLength: 3 }),
  }),
  { maxLength: 8 },
);

/** One entry against one event, by the plainest reading of what names and versions are the same. */
function isListed(
  entry: { readonly ecosystem: string | undefined; readonly name: string; readonly exact: readonly string[] },
  subject: { readonly ecosystem?: string; readonly package?: string; readonly version?: string },
): boolean {
  const { ecosystem, package: name = '', version } = subject;
  if (ecosystem === undefined || (entry.ecosystem ?? ecosystem) !== ecosystem) {
    return false;
  }
  const same = (text: string) =>
    ecosystem === 'pip'
      ? text.toLowerCase().replace(/[-_.]/g, '-')
      : ecosystem === 'cargo'
        ? text.toLowerCase().replace('_', '-')
        : text;
  const plain = (text: string) => text.replace(/^v/, '');
  return (
    same(entry.name) === same(name) &&
    version !== undefined &&
    entry.exact.some((each) => plain(each) === plain(version))
  );
}

describe('what is found', () => {
  it('is what each event compared with each entry finds, in whatever order events come', () => {
    fc.assert(
      fc.property(lists, events, fc.array(fc.nat()), (list, rows, order) => {
        const matcher = new ListMatcher({
          entries: list.map(({ ecosystem, name, exact }) => ({
            ecosystem,
            name,
            versions: { kind: 'these', exact, ranges: [], spans: [] },
            matched: name,
          })),
        });
        const all = rows.map(({ second, ...fields }, index) =>
          event(`e${index}`, { ...fields, timestamp: new Date(second * 1000).toISOString() }),
        );
        const naive = all.filter((_, index) =>
          list.some((entry) => isListed(entry, rows[index]?.subject ?? {})),
        );
        const find = (shuffled: readonly SecurityEvent[]) => {
          const findings = new HuntFindings();
          for (const each of shuffled) {
            const match = matcher.match(each);
            if (match !== undefined) {
              findings.add(each, parseTime(each.timestamp), match);
            }
          }
          return findings.sorted(new Map());
        };
        const shuffled = all
          .map((each, index) => ({ each, key: order[index] ?? index }))
          .sort((left, right) => left.key - right.key)
          .map(({ each }) => each);
        const found = find(shuffled);
        expect(found).toEqual(find(all));
        const listed = found.filter(({ verdict }) => verdict === 'listed');
        expect(listed.reduce((sum, { count }) => sum + count, 0)).toBe(naive.length);
        for (const { client, package: name, version, ecosystem, outcome, first, last, count } of listed) {
          const times = naive
            .filter(
              ({ client_id, outcome: other, subject }) =>
                client_id === client &&
                other === outcome &&
                subject?.package === name &&
                subject.version === version &&
                subject.ecosystem === ecosystem,
            )
            .map(({ timestamp }) => parseTime(timestamp) ?? 0);
          expect([count, first, last]).toEqual([times.length, Math.min(...times), Math.max(...times)]);
        }
      }),
    );
  });
});
