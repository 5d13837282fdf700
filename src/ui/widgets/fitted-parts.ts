import { joined, lineColumns, type Line, type Span } from './line.ts';

/** A part of a line that holds more than fits on every screen. */
export interface Part {
  /** What it says, the roomiest form first; nothing is said by an empty one. */
  readonly forms: readonly Line[];
  /** When the room is too small, the parts with the highest numbers give way first. */
  readonly rank: number;
}

/** A part, from its forms. */
export function part(rank: number, ...forms: readonly Line[]): Part {
  return { rank, forms };
}

interface Room {
  /** Columns for all parts and what stands between them. */
  readonly columns: number;
  /** Columns between two parts. */
  readonly gap: number;
  /** Columns that are needed besides once a part of a rank of at most `missedThrough` had to be left out. */
  readonly more?: { readonly columns: number; readonly missedThrough: number };
}

/**
 * The form that each part takes, an empty line for one that is left out. Those of the highest rank give way first: they
 * take a shorter form while they have one, and are then left out whole, the last of them first. One part always stays.
 */
export function chooseForms(
  parts: readonly Part[],
  { columns, gap, more }: Room,
): { readonly lines: readonly Line[]; readonly isMissed: boolean } {
  const forms = parts.map((one) => [...one.forms]);
  let isMissed = false;
  const shownOnes = () => [...forms.keys()].filter((index) => (forms[index]?.[0]?.length ?? 0) > 0);
  const needed = (shown: readonly number[]) =>
    shown.reduce((sum, index) => sum + gap + lineColumns(forms[index]?.[0] ?? []), -gap) +
    (isMissed ? gap + (more?.columns ?? 0) : 0);
  for (let shown = shownOnes(); shown.length > 1 && needed(shown) > columns; shown = shownOnes()) {
    const rankOf = (index: number) => parts[index]?.rank ?? 0;
    const worst = Math.max(...shown.map(rankOf));
    const ofWorst = shown.filter((index) => rankOf(index) === worst);
    const shortened = ofWorst.findLast((index) => (forms[index]?.length ?? 0) > 1);
    if (shortened !== undefined) {
      forms[shortened]?.shift();
    } else {
      forms[ofWorst.at(-1) ?? 0] = [];
      isMissed ||= more !== undefined && worst <= more.missedThrough;
    }
  }
  return { lines: forms.map(([first]) => first ?? []), isMissed };
}

/**
 * The parts one behind the other in so many columns. Where one of a rank of at most `missedThrough` had to be left out,
 * `more` stands at the end and says where to find it.
 */
export function fitParts(
  parts: readonly Part[],
  columns: number,
  {
    separator,
    more = [],
    missedThrough = 0,
  }: { readonly separator: Span; readonly more?: Line; readonly missedThrough?: number },
): Line {
  const { lines, isMissed } = chooseForms(parts, {
    columns,
    gap: lineColumns([separator]),
    more: { columns: lineColumns(more), missedThrough },
  });
  return joined([...lines, ...(isMissed ? [more] : [])], separator);
}
