import { LEAST_SCREEN } from '../../../src/stores/view/view-store.ts';
import type { Size } from '../../../src/ui/widgets/line.ts';

export const SIZES: readonly Size[] = [
  [200, 60],
  [160, 45],
  [120, 40],
  [100, 30],
  [80, 24],
  [60, 15],
  [59, 14],
  [40, 10],
  [20, 5],
  [1, 1],
].map(([columns = 0, rows = 0]) => ({ columns, rows }));

/** Those at which a dialog has room, little room and none. */
export const DIALOG_SIZES = SIZES.filter(({ rows }) => [45, 24, 15, 14, 1].includes(rows));

export const LOOKS = [
  { name: 'in colour', colour: true, ascii: false },
  { name: 'without colour', colour: false, ascii: false },
  { name: 'in ASCII', colour: false, ascii: true },
] as const;

export function isRoomy({ columns, rows }: Size): boolean {
  return columns >= LEAST_SCREEN.columns && rows >= LEAST_SCREEN.rows;
}

/** What is wrong with a frame whatever it shows: nothing, when it is as it should be. */
export function problemsOf(
  lines: readonly string[],
  { columns, rows }: Size,
  ascii: boolean,
): readonly string[] {
  const problems: string[] = [];
  if (lines.length !== rows) {
    problems.push(`${lines.length} rows`);
  }
  const strange = ascii ? lines.find((line) => /[^ -~]/.test(line)) : undefined;
  if (strange !== undefined) {
    problems.push(`not ASCII: ${strange}`);
  }
  if (!isRoomy({ columns, rows })) {
    return problems;
  }
  const [status = '', tabs = ''] = lines;
  if (!/ (?:RO|WRITE|DEMO) /.test(status)) {
    problems.push(`no mode: ${status}`);
  }
  if (!/live|connecting|failed|stopped|429|used up|no answer|not read|server failing/.test(status)) {
    problems.push(`no live state: ${status}`);
  }
  if (!/1 Over.* 6 Poli/.test(tabs)) {
    problems.push(`no tabs: ${tabs}`);
  }
  return problems;
}

/** Rows of a list of events that do not say their outcome in words. */
export function rowsWithoutOutcome(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line) => /^[▌> ][●* ]\d\d:\d\d/.test(line) && !/BLOCK|REVIEW|allow|quaran|\S*lod/.test(line),
  );
}
