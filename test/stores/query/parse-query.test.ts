import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { LONGEST_QUERY, printQuery, type Term } from '../../../src/stores/query/query.ts';
import { LIST_IDS, type ListId } from '../../../src/stores/base/tab.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';

const listArbitrary = fc.constantFrom(...LIST_IDS.map((list) => LISTS[list].query));

/** Texts that are near to being queries, and any others. */
const pieceArbitrary = fc.constantFrom(
  ...[
    'package:',
    'host:',
    'since:',
    'messages:',
    'payload.score:',
    'nosuch:',
    '-',
    '"',
    '\\',
    ',',
    ' ',
    '\t',
  ],
  ...['*', '?', 'lod', '>=', '<', '..', '5', '10:30', '2026-03-01', '1h', 'https://x', 'Ä', '\ud83d', '日本'],
);
const textArbitrary = fc.oneof(
  fc.array(pieceArbitrary, { maxLength: 20 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** What a term says, wherever it stands. */
function meaning(term: Term): unknown {
  const { start, end, ...said } = term;
  return { ...said, length: end - start };
}

const problemsOf = (text: string, list: ListId = 'events', known: readonly string[] = []) =>
  parseQuery(text, LISTS[list].query, known).problems.map(({ start, end, sentence }) => ({
    at: text.slice(start, end),
    sentence,
  }));

describe('any text', () => {
  it('is read, with places within it, in order and none twice', () => {
    fc.assert(
      fc.property(textArbitrary, listArbitrary, (text, list) => {
        const { terms, problems, parts } = parseQuery(text, list);
        for (const { start, end } of [...terms, ...problems, ...parts]) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        for (const places of [terms, parts]) {
          places.reduce((before, { start, end }) => {
            expect(start).toBeGreaterThanOrEqual(before);
            return end;
          }, 0);
        }
        expect(terms.map((term) => text.slice(term.start, term.end))).toEqual(terms.map((term) => term.text));
      }),
    );
  });

  it('says the same once it is printed, and has no problem then but fields and values that nobody knows', () => {
    fc.assert(
      fc.property(textArbitrary, listArbitrary, (text, list) => {
        const query = parseQuery(text, list);
        const printed = printQuery(query);
        const again = parseQuery(printed, list);
        expect(again.terms.map(meaning)).toEqual(query.terms.map(meaning));
        expect(printQuery(again)).toBe(printed);
        const unknown = /^There is no field | is no value of /;
        expect(again.problems.filter(({ sentence }) => !unknown.test(sentence))).toEqual([]);
      }),
    );
  });

  it('loses nothing: every character but blanks belongs to a term or to a problem', () => {
    fc.assert(
      fc.property(textArbitrary, listArbitrary, (text, list) => {
        const { terms, problems } = parseQuery(text, list);
        const left = [...terms, ...problems].reduce(
          (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
          text,
        );
        const scanned = left.split(/\s+/).filter(Boolean);
        // What is left stands beside a part of the same term that is wrong.
        expect(scanned.length).toBeLessThanOrEqual(problems.length * 2);
      }),
    );
  });
});

describe('a term', () => {
  it('is a word, a field, or what must not be', () => {
    const { terms } = parseQuery('react -package:lod*,"left pad" -beta since:1h', LISTS.events.query);
    expect(terms.map(({ kind, negated, text }) => ({ kind, negated, text }))).toEqual([
      { kind: 'word', negated: false, text: 'react' },
      { kind: 'field', negated: true, text: '-package:lod*,"left pad"' },
      { kind: 'word', negated: true, text: '-beta' },
      { kind: 'field', negated: false, text: 'since:1h' },
    ]);
    expect(terms[1]).toMatchObject({
      values: [
        { pattern: [{ text: 'lod*', quoted: false }] },
        { pattern: [{ text: 'left pad', quoted: true }] },
      ],
    });
  });

  it.each(['https://registry.example/x', '10:30', '2026-03-02T08:59', '--', '"package:x"', ':x'])(
    'is a word without a field: %s',
    (text) => {
      expect(parseQuery(text, LISTS.events.query)).toMatchObject({ terms: [{ kind: 'word' }], problems: [] });
    },
  );

  it('takes quotes and backslashes in quotes when they are escaped', () => {
    expect(parseQuery(String.raw`host:"a \"b\" \\ \n"`, LISTS.events.query).terms).toMatchObject([
      { values: [{ pattern: [{ text: String.raw`a "b" \ \n`, quoted: true }] }] },
    ]);
  });

  it.each([
    ['events', 'FROM:npm', 'ecosystem'],
    ['agents', 'Hostname:x', 'host'],
    ['events', 'payload.Score:<4', 'payload.Score'],
  ] as const)('of %s finds its field by another name: %s', (list, text, name) => {
    expect(parseQuery(text, LISTS[list].query)).toMatchObject({ terms: [{ field: { name } }], problems: [] });
  });
});

describe('what is wrong', () => {
  it('is an unknown field, with those that may be meant', () => {
    expect(problemsOf('x pakage:lodash')).toEqual([
      {
        at: 'pakage:',
        sentence:
          'There is no field pakage. Did you mean package:? To look for the text itself, quote it: "pakage:lodash".',
      },
    ]);
    expect(problemsOf('zzzzzz:1')[0]?.sentence).toContain('There are package: host: outcome:');
    expect(problemsOf('tokens:5', 'llm', ['tokens'])).toEqual([]);
    expect(problemsOf('token:5', 'llm', ['tokens'])[0]?.sentence).toContain('Did you mean tokens:?');
  });

  it.each([
    ['events', 'a "b c', '"b c', 'not closed'],
    ['events', 'package:', 'package:', 'package:""'],
    ['events', 'package:a,', 'package:a,', 'Type a value after package:'],
    ['events', '-', '-', 'right after the -'],
    ['events', 'since:25:99', '25:99', '10:30'],
    ['events', 'since:1h,2h', 'since:1h,2h', 'one time'],
    ['events', 'until:2026-02-30', '2026-02-30', '2026-03-01'],
    ['events', 'package:>5', '>5', 'package is text'],
    ['events', 'payload.score:>=', '>=', 'payload.score:>=5'],
    ['events', 'payload.score:>=high', '>=high', 'neither a number nor a time'],
    ['sessions', 'messages:many', 'many', 'messages:>=5'],
    ['sessions', 'messages:1*', '1*', 'no wildcards'],
    ['sessions', 'modified:>soon', '>soon', '“soon” is no time'],
  ] as const)('in %s is told of %s', (list, text, at, words) => {
    const [problem] = problemsOf(text, list);
    expect(problem?.at).toBe(at);
    expect(problem?.sentence).toContain(words);
    expect(parseQuery(text, LISTS[list].query).terms.some((term) => term.text === text)).toBe(false);
  });

  it.each([
    ['events', 'outcome:x', 'x', 'allow, review or block'],
    ['events', '-outcome:block,bl', 'bl', 'allow, review or block'],
    ['events', 'TYPE:in?', 'in?', 'install or audit'],
    ['events', 'from:rubygems', 'rubygems', 'npm, pip, go or cargo'],
    ['agents', 'status:gone', 'gone', 'active, suspended or deleted'],
    ['agents', 'clone:yes', 'yes', 'true or false'],
    ['sessions', 'subagent:1', '1', 'true or false'],
    ['policy', 'changed:no', 'no', 'true or false'],
  ] as const)('in %s is a value that %s cannot have', (list, text, at, values) => {
    const [problem, ...others] = problemsOf(text, list);
    expect(others).toEqual([]);
    expect(problem?.at).toBe(at);
    expect(problem?.sentence).toMatch(
      new RegExp(
        `^“.*” is no value of [a-z]+: type ${values}\\. Quote it to look for it all the same: ".*"\\.$`,
      ),
    );
    // It is looked for, so that the list does not show everything under it.
    expect(parseQuery(text, LISTS[list].query).terms).toHaveLength(1);
  });

  it.each(['outcome:BLOCK', 'outcome:b*', 'outcome:block,allow', 'outcome:"x"', 'outcome:""', 'outcome:*'])(
    'is not %s',
    (text) => {
      expect(problemsOf(text)).toEqual([]);
    },
  );

  it('is a text that nobody types', () => {
    const text = 'x '.repeat(LONGEST_QUERY);
    expect(parseQuery(text, LISTS.events.query).problems).toMatchObject([
      { start: LONGEST_QUERY, end: text.length },
    ]);
    expect(parseQuery(text, LISTS.events.query).terms).toHaveLength(LONGEST_QUERY / 2);
  });
});
