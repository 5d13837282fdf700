import { formatCount } from '../../../lib/format-number.ts';
import type { AgentCounts } from '../../../stores/agents/agent-counts.ts';
import { BLOCK_SPANS, type BlockSpan } from '../../../stores/overview/block-counts.ts';
import { STOPS, type Stop } from '../../../stores/overview/overview-stops.ts';
import type { OpenBlocks } from '../../../stores/events/open-blocks.ts';
import type { BlockCount } from '../../../stores/overview/select-block-counts.ts';
import type { Glyph, Style } from '../../theme.ts';

const MINUTE = 60_000;

/** What the wall shows first: a number, what it counts, and how it is to be taken. */
export interface Figure {
  readonly stop: Stop;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /** What is counted and over how long, as the end of a sentence: `blocks in the last hour`. */
  readonly caption: string;
  /** The same in few words, where the number stands before it. */
  readonly brief: string;
  /** The sign and the style while there is anything to count. */
  readonly sign: Glyph;
  readonly style: Style;
  /** How old it is, when it cannot be read anew. */
  readonly age: string | undefined;
}

/** How old the sources of the figures are, when they cannot be read anew. */
export interface FigureAges {
  readonly feed: string | undefined;
  readonly server: string | undefined;
  readonly agents: string | undefined;
}

/** What a person at the wall has to know. */
export function figuresOf(
  blocks: Readonly<Record<BlockSpan, BlockCount | undefined>>,
  open: OpenBlocks | undefined,
  agents: AgentCounts | undefined,
  ages: FigureAges,
): readonly Figure[] {
  return [
    blockFigure(STOPS.blocksInHour, 'hour', blocks.hour, ages),
    blockFigure(STOPS.blocksInDay, 'day', blocks.day, ages),
    {
      stop: STOPS.unacknowledged,
      count: open?.count,
      caption: open?.isCounting === true ? 'unacknowledged so far' : 'unacknowledged',
      brief: open?.isCounting === true ? 'unack. so far' : 'unacknowledged',
      sign: 'block',
      style: 'block',
      age: ages.feed,
    },
    {
      stop: STOPS.cloneFigure,
      count: agents?.clones,
      caption: agents?.clones === 1 ? 'clone agent' : 'clone agents',
      brief: agents?.clones === 1 ? 'clone' : 'clones',
      sign: 'flag',
      style: 'bad',
      age: ages.agents,
    },
    {
      stop: STOPS.silentFigure,
      count: agents?.silent,
      caption: 'silent but active',
      brief: 'silent',
      sign: 'flag',
      style: 'warn',
      age: ages.agents,
    },
  ];
}

function blockFigure(stop: Stop, span: BlockSpan, counted: BlockCount | undefined, ages: FigureAges): Figure {
  const isWhole = counted === undefined || counted.over >= BLOCK_SPANS[span];
  const over = isWhole ? SPAN_WORDS[span] : `${lengthOf(counted.over)} loaded`;
  const blocks = counted?.count === 1 ? 'block' : 'blocks';
  return {
    stop,
    count: counted?.count,
    caption: `${blocks} in the ${isWhole ? 'last ' : ''}${over}`,
    brief: `${blocks} in ${isWhole ? SHORT_SPANS[span] : over}`,
    sign: 'block',
    style: 'block',
    age: counted === undefined ? undefined : ages[counted.from],
  };
}

const SPAN_WORDS = { hour: 'hour', day: '24 h' } as const;
const SHORT_SPANS = { hour: '1 h', day: '24 h' } as const;

function lengthOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE));
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** The number in three digits and a unit at most, for large digits: `204`, `1.2k`, `12k`. */
export function shortCount(count: number): string {
  if (count < 1000) {
    return formatCount(count);
  }
  const thousands = Math.floor(count / 100) / 10;
  return `${formatCount(thousands < 10 ? thousands : Math.floor(thousands), 1)}k`;
}
