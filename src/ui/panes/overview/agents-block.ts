import { formatCount } from '../../../lib/format-number.ts';
import type { AgentCounts, Tally } from '../../../stores/agents/agent-counts.ts';
import { measureForms, measureIn, type Completeness } from '../../../stores/base/completeness.ts';
import { STOPS } from '../../../stores/overview/overview-stops.ts';
import type { Style } from '../../theme.ts';
import { identifier, joined, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

/** More values than have room on any line. */
const MOST_VALUES = 40;
const LABEL_COLUMNS = 9;
/** Columns of the title besides the number of agents and its measure, the age of it among them. */
const TITLE_MARGIN = 34;
/** A value takes so many columns at the most. */
const LONGEST_VALUE = 20;

/** How often each value occurs, the most frequent first: as many as have room, and how many agents have others. */
function tallyLine(label: string, tally: Tally, { columns, theme }: BlockRoom): Line {
  const values = tally
    .slice(0, MOST_VALUES)
    .map(([name, count]): Line => [
      trusted(`${formatCount(count)} `, 'bold'),
      ...(name === undefined
        ? [trusted('unknown')]
        : identifier(name, LONGEST_VALUE, { ascii: theme.ascii })),
    ]);
  const gap = trusted('  ');
  const countsOf = (shown: number): Line => {
    const others = tally.slice(shown).reduce((sum, [, count]) => sum + count, 0);
    return joined(
      [...values.slice(0, shown), others === 0 ? [] : [trusted(`${formatCount(others)} others`, 'dim')]],
      gap,
    );
  };
  let shown = values.length;
  while (shown > 1 && lineColumns(countsOf(shown)) > columns - LABEL_COLUMNS - 1) {
    shown -= 1;
  }
  return [trusted(label.padEnd(LABEL_COLUMNS), 'dim'), ...countsOf(shown)];
}

/** What is odd stands out by a flag, and is calm when there is none. */
function oddLine(
  {
    count,
    texts,
    style,
  }: { readonly count: number; readonly texts: readonly string[]; readonly style: Style },
  counted: Completeness,
  { columns, theme }: BlockRoom,
): Line {
  const number = count === 0 ? 'no' : formatCount(count);
  const forms = texts.flatMap((text) =>
    measureForms(counted).map((measure) => `${number} ${text}${measure}`),
  );
  const words = forms.find(({ length }) => length <= columns - LABEL_COLUMNS - 1) ?? forms.at(-1) ?? '';
  return count === 0
    ? [trusted(''.padEnd(LABEL_COLUMNS)), trusted(words, 'dim')]
    : [trusted(`${theme.glyph('flag')} flags`.padEnd(LABEL_COLUMNS), style), trusted(words, style)];
}

/** Agents by status, version and system, and those that are odd. */
export function agentBlock(counts: AgentCounts | undefined, room: BlockRoom): Block {
  const { theme, columns } = room;
  if (counts === undefined) {
    return { title: [trusted('Agents', 'heading')], rows: [] };
  }
  const { agents, clones, silent, counted } = counts;
  const title = columns - TITLE_MARGIN - formatCount(agents).length;
  const measure = measureIn(title, counted);
  const odd = (count: number, style: Style, ...texts: readonly string[]) =>
    oddLine({ count, texts, style }, counted, room);
  return {
    title: [
      trusted('Agents', 'heading'),
      trusted(` ${theme.glyph('separator')} ${formatCount(agents)}`, 'heading'),
      trusted(measure, 'warn'),
    ],
    isPart: counted !== 'all',
    rows: [
      stopRow(STOPS.agents, tallyLine('status', counts.byStatus, room), room),
      plainRow(tallyLine('version', counts.byVersion, room)),
      plainRow(tallyLine('system', counts.bySystem, room)),
      stopRow(STOPS.clones, odd(clones, 'bad', clones === 1 ? 'clone' : 'clones'), room),
      stopRow(
        STOPS.silent,
        odd(silent, 'warn', 'silent for a day but active', 'silent but active', 'silent'),
        room,
      ),
    ],
  };
}
