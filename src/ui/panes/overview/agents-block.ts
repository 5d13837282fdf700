import { formatCount } from '../../../lib/format-number.ts';
import type { AgentCounts, Tally } from '../../../stores/agent-counts.ts';
import { STOPS } from '../../../stores/overview-stops.ts';
import type { Style, Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

/** More values than have room on any line. */
const MOST_VALUES = 40;

function tallyLine(label: string, tally: Tally, theme: Theme): Line {
  const parts = tally
    .slice(0, MOST_VALUES)
    .flatMap(([name, count]) => [
      own(`${formatCount(count)} `, 'bold'),
      ...(name === undefined ? [own('unknown')] : foreign(name, { profile: 'ident', ascii: theme.ascii })),
      own('  '),
    ]);
  return [own(label.padEnd(9), 'dim'), ...parts];
}

/** What is odd stands out by a flag, and is calm when there is none. */
function oddLine(count: number, text: string, style: Style, theme: Theme): Line {
  return count === 0
    ? [own(''.padEnd(9)), own(`no ${text}`, 'dim')]
    : [own(`${theme.glyph('flag')} odd`.padEnd(9), style), own(`${formatCount(count)} ${text}`, style)];
}

/** Agents by status, version and system, and those that are odd. */
export function agentBlock(counts: AgentCounts | undefined, room: BlockRoom): Block {
  const { theme } = room;
  if (counts === undefined) {
    return { title: [own('Agents', 'heading')], rows: [] };
  }
  const { agents, clones, silent } = counts;
  return {
    title: [own('Agents', 'heading'), own(` ${theme.glyph('separator')} ${formatCount(agents)}`, 'heading')],
    rows: [
      stopRow(STOPS.agents, tallyLine('status', counts.byStatus, theme), room),
      plainRow(tallyLine('version', counts.byVersion, theme)),
      plainRow(tallyLine('system', counts.bySystem, theme)),
      stopRow(STOPS.clones, oddLine(clones, clones === 1 ? 'clone' : 'clones', 'bad', theme), room),
      stopRow(STOPS.silent, oddLine(silent, 'silent for a day but active', 'warn', theme), room),
    ],
  };
}
