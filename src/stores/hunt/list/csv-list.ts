import { CsvError, parse } from 'csv-parse/sync';

import type { Ecosystem } from '../../../contract/values.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { named } from '../../../lib/named.ts';
import { asUntrusted, quoting, type Untrusted } from '../../../lib/untrusted.ts';
import { ecosystemNamed } from '../ecosystems.ts';
import { ListBuilder, type ListReading } from '../hunt-list.ts';
import { textLines } from './text-lines.ts';
import { writtenVersions } from './written-versions.ts';

type Column = 'name' | 'version' | 'ecosystem';

/** What lists call their columns, in lower case and without signs. */
const TITLES: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['name', 'name'],
  ['package', 'name'],
  ['packagename', 'name'],
  ['component', 'name'],
  ['module', 'name'],
  ['library', 'name'],
  ['version', 'version'],
  ['versions', 'version'],
  ['packageversion', 'version'],
  ['affectedversion', 'version'],
  ['affectedversions', 'version'],
  ['versionrange', 'version'],
  ['compromisedversions', 'version'],
  ['vulnerableversions', 'version'],
  ['ecosystem', 'ecosystem'],
  ['registry', 'ecosystem'],
  ['packagemanager', 'ecosystem'],
]);

const WITHOUT_TITLES: ReadonlyMap<Column, number> = new Map<Column, number>([
  ['name', 0],
  ['version', 1],
  ['ecosystem', 2],
]);

const SEPARATORS = [',', ';', '\t'] as const;

/** No name of a package has such a sign, and none is as long. */
const NAME = /^[^\s\p{Cc},;"<>=]{1,300}$/u;

/** A guard of spreadsheets, as our own CSV has it, too: the apostrophe is not of the name. */
const GUARDED = /^'(?=[@+=-])/;

/** A line of the requirements of pip: name, extras, and which versions. */
const REQUIREMENT = /^([\p{L}\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*((?:===?|~=|!=|[<>]=?).+)$/u;

interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** A CSV of names and versions, with or without a line of titles; with `name@version` in one column, too. */
export function readCsvList(text: string): ListReading {
  const list = new ListBuilder('csv');
  const separator = separatorOf(textLines(text)[0]?.content ?? '');
  let rows: readonly CsvRow[];
  try {
    rows = parse(text, {
      bom: true,
      comment: '#',
      comment_no_infix: true,
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as readonly CsvRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error;
    }
    const { code, lines, records } = error as CsvError & {
      readonly lines?: number;
      readonly records?: number;
    };
    list.reject(
      // A quote that stays open has swallowed all lines behind it.
      code === 'CSV_QUOTE_NOT_CLOSED' ? undefined : lines,
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `Row ${formatCount((records ?? 0) + 1)} opens a quote that is never closed. A quote in a quoted value is written twice.`
        : 'The quotes of this line are not those of a CSV. A quote in a quoted value is written twice.',
    );
    return list.reading;
  }
  const titles = columnsIn(rows[0]?.record ?? []);
  for (const row of titles === undefined ? rows : rows.slice(1)) {
    if (row.record.some((cell) => cell !== '')) {
      addRow(list, row, { columns: titles ?? WITHOUT_TITLES, separator });
    }
  }
  return list.reading;
}

/** The sign that is most frequent in the first line; outside of quotes hardly any other is. */
function separatorOf(line: string): string {
  const counts = SEPARATORS.map((sign) => [sign, line.split(sign).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Which column stands where, where the first line says so. */
function columnsIn(cells: readonly string[]): ReadonlyMap<Column, number> | undefined {
  const columns = new Map<Column, number>();
  cells.forEach((cell, index) => {
    const column = TITLES.get(cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
    if (column !== undefined && !columns.has(column)) {
      columns.set(column, index);
    }
  });
  // `package` alone may be one that is sought.
  return columns.has('name') && (columns.size > 1 || cells.length === 1) ? columns : undefined;
}

function addRow(
  list: ListBuilder,
  { record, info: { lines } }: CsvRow,
  { columns, separator }: { readonly columns: ReadonlyMap<Column, number>; readonly separator: string },
): void {
  const cellOf = (column: Column) => record[columns.get(column) ?? -1]?.trim() ?? '';
  const matched = asUntrusted(record.join(separator === '\t' ? ' ' : separator));
  const ecosystemText = cellOf('ecosystem');
  const namedEcosystem = ecosystemText === '' ? undefined : ecosystemNamed(ecosystemText);
  const { name, version, ecosystem = namedEcosystem } = nameAndVersion(cellOf('name'), cellOf('version'));
  if (!NAME.test(name)) {
    list.reject(
      lines,
      quoting`${named(shown(name))} is no name of a package. Write name,version or name,version,ecosystem.`,
    );
  } else if (ecosystemText !== '' && namedEcosystem === undefined) {
    list.skip('ecosystem', asUntrusted(ecosystemText));
  } else {
    const versions = writtenVersions(version, ecosystem);
    if (versions === undefined) {
      const kind = ecosystem === undefined ? '' : ` of ${ecosystem}`;
      list.reject(
        lines,
        quoting`${named(shown(version))} is neither a version nor a range${kind}. Write 1.2.3, >=1.2 <1.4 or nothing for any.`,
      );
    } else {
      list.add({ ecosystem, name, versions, matched });
    }
  }
}

interface NameAndVersion {
  readonly name: Untrusted;
  readonly version: string;
  /** Where the way in which it is written says so. */
  readonly ecosystem?: Ecosystem;
}

/** `name@version`, or `name==version` as pip has it, in the place of a name says both. */
function nameAndVersion(cell: string, version: string): NameAndVersion {
  const name = cell.replace(GUARDED, '');
  if (version !== '') {
    return { name: asUntrusted(name), version };
  }
  const [, required, versions] = REQUIREMENT.exec(name) ?? [];
  if (required !== undefined && versions !== undefined) {
    return { name: asUntrusted(required), version: versions, ecosystem: 'pip' };
  }
  const at = name.lastIndexOf('@');
  return at > 0
    ? { name: asUntrusted(name.slice(0, at)), version: name.slice(at + 1) }
    : { name: asUntrusted(name), version };
}

const shown = (text: string) => (text === '' ? 'Nothing' : text.slice(0, 80));
