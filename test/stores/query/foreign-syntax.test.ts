import { describe, expect, it } from 'vitest';

import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { readQueryTime, resolveTime } from '../../../src/stores/query/query-time.ts';

const problemsOf = (text: string) =>
  parseQuery(text, EVENT_QUERY).problems.map(({ start, end, sentence }) => [
    text.slice(start, end),
    sentence,
  ]);

describe('what other languages write', () => {
  it.each([
    ['a OR b', 'OR', 'type field:a,b'],
    ['a AND b', 'AND', 'not needed'],
    ['a && b', '&&', 'not needed'],
    ['a | b', '|', 'type field:a,b'],
    ['NOT lodash', 'NOT', 'type -word'],
    ['!lodash', '!lodash', 'type -lodash'],
    ['package:!lodash', '!lodash', 'type -package:lodash'],
    ['package!=lodash', 'package!=lodash', '-package:lodash'],
    ['package=lodash', 'package=lodash', 'package:lodash.'],
    ['time>=1h', 'time>=1h', 'time:>=1h'],
    ['package=~lod', 'package=~lod', 'package:*lod*'],
    ['package!~lod', 'package!~lod', ': -package:*lod*.'],
    ['/lod.*/', '/lod.*/', '* stands for any characters'],
    ['package:/lod/i', '/lod/i', '* stands for any characters'],
    ['payload.count:!=2', '!=2', 'type -payload.count:2.'],
    ['payload.count:=2', '=2', 'type payload.count:2.'],
    ['payload.count:==2', '==2', 'type payload.count:2.'],
    ['-payload.count:<>2', '<>2', 'type -payload.count:2.'],
    ['package:=~lod', '=~lod', 'type package:*lod*.'],
    ['"max age":!="a b"', '!="a b"', 'type -"max age":"a b".'],
    [
      'payload.count > 2',
      'payload.count > 2',
      'type payload.count:>2. Quote it to look for it: "payload.count > 2"',
    ],
    ['payload.count >2 x', 'payload.count >2', 'type payload.count:>2.'],
    ['payload.count> 2', 'payload.count> 2', 'type payload.count:>2.'],
    ['-payload.count >= 2', '-payload.count >= 2', 'type -payload.count:>=2.'],
    ['-package != left-pad', '-package != left-pad', 'type package:left-pad.'],
    ['"payload.max age" > 5', '"payload.max age" > 5', 'type "payload.max age":>5.'],
    ['outcome : block', 'outcome : block', 'type outcome:block.'],
    ['outcome :block', 'outcome :block', 'type outcome:block.'],
    ['outcome:block ,review', ',review', 'type outcome:block,review.'],
    ['outcome:block , review', ', review', 'type outcome:block,review.'],
    ['payload.reasons[0]:*', 'payload.reasons[0]:*', 'payload.reasons:* asks for any'],
    ['package[]:a', 'package[]:a', 'package:a asks for any'],
    ['payload.*:MIT', 'payload.*:MIT', 'takes no wildcards'],
    ['*.license:MIT', '*.license:MIT', 'takes no wildcards'],
    ['version:1.2.0..1.4.0', '1.2.0..1.4.0', 'version is text: ranges are for numbers and times'],
    ['metadata.agent:v3.0.0..v3.2', 'v3.0.0..v3.2', 'A range is of two numbers or of two times'],
    ['payload.risk:>0,9', '>0,9', 'A number has a point: type payload.risk:>0.9.'],
    ['payload.risk:0..0,0', '0..0,0', 'type payload.risk:0..0.0.'],
    ['"risk score":<=5,3', '<=5,3', 'type "risk score":<=5.3.'],
    ['"":x', '"":', 'There is no field "". There are package:'],
    ['(lodash', '(lodash', 'Parentheses'],
    ['package:(a,b)', '(a', 'package:a,b'],
    ['outcome:blocked', 'blocked', 'type allow, review or block'],
    ['outcome:block or outcome:review', 'or', 'type field:a,b'],
    ['not outcome:block', 'not', 'type -word'],
    ['package~lod', 'package~lod', 'package:*lod*'],
    ['payload.score<3', 'payload.score<3', 'payload.score:<3'],
    ['payload.score:4..3', '4..3', 'payload.score:3..4'],
    ["package:'pkg with space'", "'pkg with space'", 'type double ones, "pkg with space"'],
    ["package:a,'b c' react", "'b c'", 'type double ones, "b c"'],
    ["-'two words'", "'two words'", 'type double ones, "two words"'],
    ['--package:x', '--package:x', 'type -package:x for what must not hold'],
    ['--force', '--force', 'Quote it to look for it: "--force"'],
    [
      'outcome:block outcome:review',
      'outcome:review',
      'Nothing is both: type outcome:block,review for either.',
    ],
    ['package:a,b since:1h package:"c"', 'package:"c"', 'Nothing is both: type package:a,b,"c" for either.'],
    [
      'outcome:block -outcome:block',
      '-outcome:block',
      'Nothing passes both outcome:block and -outcome:block.',
    ],
    ['-package:A,b package:a', 'package:a', 'Nothing passes both -package:A,b and package:a.'],
    ['time:02:00..01:00', '02:00..01:00', 'It ends before it begins. Type time:01:00..02:00.'],
    ['time:2h..3h', '2h..3h', 'Type time:3h..2h.'],
    ['time:today..yesterday', 'today..yesterday', 'Type time:yesterday..today.'],
    ['time:2026-03-02..2026-03-01', '2026-03-02..2026-03-01', 'Type time:2026-03-01..2026-03-02.'],
    ['time:03-02..03-01', '03-02..03-01', 'Type time:03-01..03-02.'],
    [
      'time:"03-02 10:00..03-02 09:00"',
      '"03-02 10:00..03-02 09:00"',
      'Type time:"03-02 09:00..03-02 10:00".',
    ],
  ])('is an error at its place that says how it is written here: %s', (text, place, sentence) => {
    expect(problemsOf(text)).toContainEqual([place, expect.stringContaining(sentence)]);
  });

  it.each([
    'or',
    'and',
    '"OR"',
    '"!lodash"',
    'eval(x)',
    '/home/ada/',
    '/srv/shop',
    'package:/srv/shop',
    'a|b',
    '"/lod/"',
    'x=1',
    'payload.count:>5,0',
    'payload.count:<0,9',
    'payload.risk:0,9',
    'metadata.project:~/code',
    'version:^1.2',
    'reason:..1.2',
    'version:1.*..2',
    'http://a/*:x',
    '"payload.*:MIT"',
    'payload."max age":>5',
    'payload."a:b"."c".d:1',
    'metadata."":1',
    '"payload.*":5',
    '"(a"',
    "it's",
    "'tis",
    "package:'a",
    'package:"\'a\'"',
    '"--force"',
    '-"-force"',
    'time:23:00..01:00',
    'time:12-30..01-02',
    'time:10:00..10:00',
    'outcome:block,review',
    'outcome:null',
    'time:null',
  ])('is a word where it means itself: %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
    expect(parseQuery(text, EVENT_QUERY).terms).toHaveLength(1);
  });
});

describe('a name of which a part stands in quotes', () => {
  it.each([
    ['payload."max age":5', 'payload.max age'],
    ['"payload"."max age":5', 'payload.max age'],
    [String.raw`metadata."a\"b\\c".d:5`, String.raw`metadata.a"b\c.d`],
    ['metadata."":5', 'metadata.'],
  ])('is that name: %s', (text, name) => {
    expect(parseQuery(text, EVENT_QUERY).terms).toMatchObject([{ kind: 'field', field: { name } }]);
  });
});

describe('two terms of one field', () => {
  it.each([
    'outcome:block outcome:block,review',
    'package:a* package:b*',
    'package:left package:LEFT',
    'outcome:block -outcome:review',
    'reason:a reason:b',
    'host:a host:b',
    'package:A -package:"a"',
    'outcome:block,review -outcome:block',
    'host:a -host:a',
    'x > 5',
    'count , 5',
    '"payload.count" ">" "2"',
  ])('are no contradiction where a row may be both: %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('that contradict each other stay in force', () => {
    expect(parseQuery('outcome:block outcome:review', EVENT_QUERY).terms).toHaveLength(2);
  });
});

describe('a time as lists print it', () => {
  const now = Date.parse('2026-03-02T09:00:00Z');
  it.each([
    ['11-21 03:15Z', '2025-11-21T03:15:00Z', 60_000],
    ['11-21T03:15:20Z', '2025-11-21T03:15:20Z', 1000],
    ['03-01', '2026-03-01T00:00:00Z', 86_400_000],
    ['03-02 09:00', '2026-03-02T09:00:00Z', 60_000],
    ['2m ago', '2026-03-02T08:58:00Z', 1],
  ])('is a time: %s', (text, start, length) => {
    const time = readQueryTime(text);
    const read = time && resolveTime(time, { now, zone: 'utc' });
    expect(read).toEqual({ start: Date.parse(start), end: Date.parse(start) + length });
  });

  it.each(['13-01', '02-30', '11-21 25:00', '1-2'])('is none: %s', (text) => {
    expect(readQueryTime(text)).toBeUndefined();
  });
});
