import { largest } from '../../lib/long-lists.ts';
import { joined, lineColumns, type Line, type Span } from './line.ts';

/** How a part is shortened when the room is too small: the steps with the highest ranks are taken first. */
export interface Step {
  readonly rank: number;
  /** What is left of it then; nothing when it is left out. */
  readonly form: Line;
}

/** A part of a line that holds more than fits on every screen. */
export interface Part {
  readonly form: Line;
  /** What becomes of it, one after the other. */
  readonly steps: readonly Step[];
}

/** A part that is shortened in these steps, or stays as it is without any. An empty one says nothing. */
export function part(form: Line, ...steps: readonly Step[]): Part {
  return { form, steps };
}

export function shorter(rank: number, form: Line): Step {
  return { rank, form };
}

export function leftOut(rank: number): Step {
  return { rank, form: [] };
}

interface Room {
  /** Columns for all parts and what stands between them. */
  readonly columns: number;
  /** Columns between two parts. */
  readonly gap: number;
  /** Columns that are needed besides once a part was left out at a rank of at most `missedThrough`. */
  readonly more?: { readonly columns: number; readonly missedThrough: number };
}

/** The form that each part takes so that all have room, an empty line for one that is left out. Parts stay whole. */
export function chooseForms(
  parts: readonly Part[],
  { columns, gap, more }: Room,
): { readonly lines: readonly Line[]; readonly isMissed: boolean } {
  const states = parts.map(({ form, steps }) => ({ form, left: [...steps] }));
  let isMissed = false;
  const needed = () => {
    const widths = states.map(({ form }) => lineColumns(form)).filter((width) => width > 0);
    const all = isMissed ? [...widths, more?.columns ?? 0] : widths;
    return all.reduce((sum, width) => sum + gap + width, -gap);
  };
  while (needed() > columns) {
    const next = states.filter(({ form, left }) => form.length > 0 && left.length > 0);
    const worst = largest(next.map(({ left }) => left[0]?.rank ?? 0));
    const state = next.findLast(({ left }) => left[0]?.rank === worst);
    const step = state?.left.shift();
    if (state === undefined || step === undefined) {
      break;
    }
    state.form = step.form;
    isMissed ||= step.form.length === 0 && more !== undefined && worst <= more.missedThrough;
  }
  return { lines: states.map(({ form }) => form), isMissed };
}

/**
 * The parts one behind the other in so many columns. Where one was left out at a rank of at most `missedThrough`, `more`
 * stands at the end and says where to find it.
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
