import type { AgentCounts } from '../../../stores/agents/agent-counts.ts';
import { BLOCK_SPANS, type BlockSpan } from '../../../stores/events/block-counts.ts';
import { STOPS, type Stop } from '../../../stores/overview/overview-stops.ts';
import type { OpenBlocks } from '../../../stores/events/open-blocks.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import type { BlockCount } from '../../../stores/overview/select-block-counts.ts';
import type { Glyph, Style } from '../../theme.ts';

const MINUTE = 60_000;

/** What the wall shows first: a number, what it counts, and how it is to be taken. */
export interface Figure {
  readonly stop: Stop;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /**
   * What is counted, over how long and of how much, as the end of a sentence: `blocks in the last hour`. The longest first;
   * each shorter one means the same, and the shortest fits wherever a figure does.
   */
  readonly captions: readonly [string, ...string[]];
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

/**
 * What a person at the wall has to know. `ofFeed` says of how many events it is counted, and `openSince` how far back
 * waiting blocks are counted by now, as a clock.
 */
export function figuresOf(
  blocks: Readonly<Record<BlockSpan, BlockCount | undefined>>,
  open: OpenBlocks | undefined,
  ofFeed: Completeness,
  openSince: string | undefined,
  agents: AgentCounts | undefined,
  ages: FigureAges,
): readonly Figure[] {
  const ofAgents = measureForms(agents?.counted ?? 'all');
  return [
    blockFigure(STOPS.blocksInHour, 'hour', blocks.hour, ages),
    blockFigure(STOPS.blocksInDay, 'day', blocks.day, ages),
    {
      stop: STOPS.unacknowledged,
      count: open?.count,
      captions:
        open?.isCounting !== true
          ? ofFeed === 'all' || open === undefined
            ? ['unacknowledged']
            : withMeasure(['unacknowledged', 'unack.'], measureForms(ofFeed))
          : [
              `unacknowledged so far${openSince === undefined ? '' : `, back to ${openSince}`}`,
              'unacknowledged so far',
              'unack. so far',
            ],
      sign: 'block',
      style: 'block',
      age: ages.feed,
    },
    {
      stop: STOPS.cloneFigure,
      count: agents?.clones,
      captions: withMeasure(
        agents?.clones === 1 ? ['clone agent', 'clone'] : ['clone agents', 'clones'],
        ofAgents,
      ),
      sign: 'flag',
      style: 'bad',
      age: ages.agents,
    },
    {
      stop: STOPS.silentFigure,
      count: agents?.silent,
      captions: withMeasure(['silent but active', 'silent'], ofAgents),
      sign: 'flag',
      style: 'warn',
      age: ages.agents,
    },
  ];
}

function blockFigure(stop: Stop, span: BlockSpan, counted: BlockCount | undefined, ages: FigureAges): Figure {
  const isWhole = counted === undefined || counted.over >= BLOCK_SPANS[span];
  const blocks = counted?.count === 1 ? 'block' : 'blocks';
  return {
    stop,
    count: counted?.count,
    captions: blockCaptions(
      isWhole
        ? [`${blocks} in the last ${SPAN_WORDS[span]}`, `${blocks} in ${SHORT_SPANS[span]}`]
        : [`${blocks} in the ${lengthOf(counted.over)} loaded`, `${blocks} in ${lengthOf(counted.over)}`],
      measureForms(counted?.counted ?? 'all'),
    ),
    sign: 'block',
    style: 'block',
    age: counted === undefined ? undefined : ages[counted.from],
  };
}

/** The words of a figure with its measure, from the longest of both to the shortest of both; none without its measure. */
function withMeasure(
  words: readonly [string, string],
  measures: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const [long, short] = words;
  return [
    `${long}${measures[0]}`,
    ...measures.slice(1).map((measure) => `${long}${measure}`),
    ...measures.map((measure) => `${short}${measure}`),
  ];
}

/** The sign and the style say that they are blocks where not even the short words have room. */
function blockCaptions(
  words: readonly [string, string],
  measures: readonly [string, ...string[]],
): Figure['captions'] {
  const captions = withMeasure(words, measures);
  return measures.length === 1
    ? captions
    : [...captions, `${words[1].replace(/^blocks? /, '').replace(/ min$/, 'm')}${measures.at(-1)}`];
}

const SPAN_WORDS = { hour: 'hour', day: '24 h' } as const;
const SHORT_SPANS = { hour: '1 h', day: '24 h' } as const;

function lengthOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE));
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
