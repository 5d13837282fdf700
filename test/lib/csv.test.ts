import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvLine } from '../../src/lib/csv.ts';

/** What RFC 4180 makes of a line. */
function fieldsOf(line: string): readonly string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/gs)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

describe('a line of CSV', () => {
  it('quotes commas, quotes and line ends, and nothing else', () => {
    expect(csvLine(['plain', 'a,b', 'say "no"', 'two\nlines', '', 'x y'])).toBe(
      'plain,"a,b","say ""no""","two\nlines",,x y',
    );
  });

  it.each([
    '=1+1',
    '+1',
    '-1+1',
    '-',
    '-cmd',
    '--5',
    '-1.',
    '-1e',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '－1',
  ])('makes text of the formula %j', (formula) => {
    expect(fieldsOf(csvLine(['before', formula]))).toEqual(['before', `'${formula}`]);
  });

  it.each(['-5', '-0.25', '-1.5e3', '-2E-7'])('leaves the negative number %s alone', (number) => {
    expect(csvLine([number])).toBe(number);
  });

  it('leaves every field alone where a program reads it', () => {
    const fields = ['@scope/name', '=1+1', '-cmd', '+49', '\t=1'];
    expect(fieldsOf(csvLine(fields, 'kept'))).toEqual(fields);
  });

  it('gives back every field, none of which is a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary-ascii' }), { minLength: 1 }), (fields) => {
        const read = fieldsOf(csvLine(fields));
        expect(read.map((field, index) => (field === `'${fields[index]}` ? fields[index] : field))).toEqual(
          fields,
        );
        for (const field of read) {
          expect(field).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+(\.\d+)?([eE][+-]?\d+)?$)/);
        }
      }),
    );
  });
});
