import { describe, expect, it } from 'vitest';

import { readPastedPackages, readPastedRows } from '../../../src/commands/policy/pasted-rows.ts';

describe('rows that were pasted', () => {
  it.each([
    ['lines', 'a\nb\nc', ['a', 'b', 'c'], 1],
    ['lines of every kind, empty ones left out', 'a\r\n\r\nb\rc\u2028 d \n', ['a', 'b', 'c', 'd'], 1],
    ['lines of names that commas separate', 'a, b,\nc', ['a, b,', 'c'], 1],
    ['cells', 'a\tnpm\t1\r\nb\tpip\r\n', ['a', 'b'], 3],
    ['one row of cells', 'a\tb', ['a'], 2],
    ['a column with an empty one beside it', 'a\t\nb\t\n', ['a', 'b'], 1],
    ['cells in quotation marks', '"a"\t"x\ny"\n"b ""c"""\t2', ['a', 'b "c"'], 2],
    ['a column in quotation marks', '"a"\n"b"\n', ['a', 'b'], 1],
    ['rows of CSV', '"a","npm, pip"\n"b",2', ['a', 'b'], 2],
    ['a quotation mark that nothing closes', '"a\tb\nc', ['"a', 'c'], 2],
    ['a quotation mark in the midst of a cell', 'a"b"\t1\n"c"d\t2', ['a"b"', '"c"d'], 2],
    ['a cell with a comma, which is no two names', 'Doe, Jo\t1', ['Doe  Jo'], 2],
  ] as const)('are %s', (_what, text, names, columns) => {
    expect(readPastedRows(text)).toEqual({ names, columns, withoutFirst: 0 });
  });

  it('are counted where nothing stands in the first cell', () => {
    expect(readPastedRows('a\t1\n\t2\n\t\n')).toEqual({ names: ['a'], columns: 2, withoutFirst: 1 });
  });
});

describe('packages of a spreadsheet', () => {
  it.each([
    ['with a heading', 'Package\tEcosystem\na\tnpm\nb\t\n', ['npm:a', 'b'], 0],
    ['with the heading of the package alone', 'id\tname\n1\ta\n2\t\n', ['a'], 1],
    ['with ecosystems first', 'npm\ta\t1\nGo\tb\t2\n', ['npm:a', 'go:b'], 0],
    ['in CSV', '"ecosystem","package"\n"npm","a"\n', ['npm:a'], 0],
  ] as const)('are taken from one %s', (_what, text, names, withoutFirst) => {
    expect(readPastedPackages(text)).toMatchObject({ names, withoutFirst });
  });

  it.each(['a\tnpm\nb\tpip\n', 'npm\nb\n', 'package\nb\n', ''])('are not known in %j', (text) => {
    expect(readPastedPackages(text)).toBeUndefined();
  });
});
