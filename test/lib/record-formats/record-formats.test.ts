import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvForPrograms, csvTable } from '../../../src/lib/record-formats/csv-table.ts';
import { jsonLines } from '../../../src/lib/record-formats/json-lines.ts';
import { markdownRecord, markdownTable } from '../../../src/lib/record-formats/markdown-table.ts';
import type { SourceRecord } from '../../../src/lib/record-formats/record-format.ts';

const events: readonly SourceRecord[] = [
  { id: 'e1', subject: { package: 'left-pad', version: '1.0.0' }, payload: { reasons: ['malware', 'new'] } },
  { id: 'e2', subject: { package: '=HYPERLINK("x")' }, extra: null },
];

const textOf = (pieces: Iterable<string>) => [...pieces].join('');

describe('JSON', () => {
  it('is one object a line, in ASCII, and reads as what was sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxLength: 5 }),
        (records) => {
          const text = textOf(jsonLines.write(records));
          expect(text).toMatch(/^[\n -~]*$/);
          const read = text.split('\n').slice(0, -1);
          expect(read.map((line) => JSON.parse(line) as unknown)).toEqual(
            records.map((record) => JSON.parse(JSON.stringify(record)) as unknown),
          );
        },
      ),
    );
  });
});

describe('CSV', () => {
  it('has a column for every field that occurs, and no formula', () => {
    expect(textOf(csvTable.write(events)).split('\r\n')).toEqual([
      'id,subject.package,subject.version,payload.reasons,extra',
      'e1,left-pad,1.0.0,malware; new,',
      `e2,"'=HYPERLINK(""x"")",,,`,
      '',
    ]);
  });

  it('for programs leaves every name as it is', () => {
    const [, row] = textOf(csvForPrograms.write([{ package: '@scope/name', score: -5 }])).split('\r\n');
    expect(row).toBe('@scope/name,-5');
    expect(textOf(csvTable.write([{ package: '@scope/name', score: -5 }]))).toContain("'@scope/name,-5");
  });

  it('says in the remark of a part what was put before values', () => {
    expect(csvTable.incomplete('3 of 9 events')).toContain("@scope/name is '@scope/name");
    expect(csvForPrograms.incomplete('3 of 9 events')).toBe('Incomplete: 3 of 9 events\r\n');
  });

  it('loses nothing of a long text, and escapes what would act', () => {
    const long = `${'word '.repeat(30_000)}end`;
    const text = textOf(csvTable.write([{ note: `${long}\u001b[2J` }]));
    expect(text).toContain('end');
    expect(text.length).toBeGreaterThan(long.length);
    expect(text).not.toContain('\u001b');
  });

  it('lets others work while it looks for the columns of very many records', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ id: String(index) }));
    const pieces = [...csvTable.write(many)];
    expect(pieces.indexOf('id\r\n')).toBeGreaterThan(5);
  });
});

describe('Markdown', () => {
  it('is a table of the chosen fields', () => {
    expect(textOf(markdownTable.write(events, ['id', 'subject.version']))).toBe(
      '| id | subject.version |\n| --- | --- |\n| e1 | 1.0.0 |\n| e2 |  |\n',
    );
  });

  it('keeps every table of one shape whatever the values are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const lines = textOf(markdownTable.write([{ note: value }], ['note'])).split('\n');
        expect(lines).toHaveLength(4);
        expect(lines[2]?.replaceAll(/\\./g, '').split('|')).toHaveLength(3);
      }),
    );
  });

  it('makes no link of what others wrote', () => {
    expect(markdownRecord({ a: 'see http://evil.example, WWW.evil.example or anna@evil.example' })).toContain(
      String.raw`see http:\/\/evil.example, WWW\.evil.example or anna<span>@</span>evil.example |`,
    );
    expect(markdownRecord({ a: '@scope/left-pad@1.3.0' })).toContain('@scope/left-pad@1.3.0 |');
  });

  it('shows one record with all of its fields', () => {
    expect(markdownRecord({ id: 'a|b', note: 'one\ntwo' })).toBe(
      '| field | value |\n| --- | --- |\n| id | a\\|b |\n| note | one<br>two |\n',
    );
  });
});
