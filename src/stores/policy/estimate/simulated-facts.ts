import { largest, smallest } from '../../../lib/long-lists.ts';
import type { JsonObject } from '../../../contract/tolerant.ts';
import { parseTime } from '../../../lib/format-time.ts';
import { ownValue } from '../../../lib/own-value.ts';
import type { EventRow } from '../../events/event-row.ts';

/** What a group of rules looks at. */
type FactName = 'scorecard' | 'vulnerabilities' | 'age' | 'similarity';

/** What may be given in figures. */
type FigureName = FactName | 'critical';

/** How grave what is decided is: allow, review, block. */
export type Gravity = 0 | 1 | 2;

/** What an event says of what was decided on, from its payload and from the words of its reasons. */
export interface EventFacts {
  /** `null`: it says that nothing is known of it. Absent: it says nothing. */
  readonly figures: Readonly<Partial<Record<FigureName, number | null>>>;
  /** What the reasons speak of, and how grave that is where the words say. */
  readonly said: ReadonlyMap<Topic['of'], Gravity>;
  /** A reason speaks of something else. */
  readonly hasOther: boolean;
}

const DAY = 86_400_000;

/** Where servers may put the figures of a package in an event's payload, which the specification does not show. */
const FIGURES: Readonly<Record<FigureName, readonly string[]>> = {
  scorecard: ['scorecard', 'scorecard_score', 'score'],
  vulnerabilities: ['known_vulnerabilities', 'vulnerability_count', 'vulnerabilities', 'vulns'],
  critical: ['critical_vulnerabilities', 'critical_vulns'],
  age: ['age_days', 'package_age_days', 'days_old'],
  similarity: ['similarity', 'typosquat_similarity', 'typosquat_score'],
};
const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];
const PUBLISHED = ['first_published_at', 'published_at', 'created_at'];

/** Of a reason, what comes later is no figure and no limit. */
const LONGEST_REASON = 2000;

/** What is no figure of its own in a reason: versions, and the numbers of advisories. */
const NOT_FIGURES = /\b[A-Za-z]{1,40}-[\w-]{0,40}\d[\w-]*|\bv?\d+\.\d+\.\d[\w.-]*/g;

/** What an event says, whatever words its server uses: what it does not say is absent, and never guessed. */
export function readEventFacts(row: EventRow): EventFacts {
  const { event } = row;
  const figures: Partial<Record<FigureName, number | null>> = {};
  const payload = (row.sent('payload') ?? {}) as JsonObject;
  for (const name of FIGURE_NAMES) {
    const sent = figureOf(payload, FIGURES[name]);
    const figure = sent === undefined && name === 'age' ? ageOf(payload, row) : sent;
    if (figure !== undefined) {
      figures[name] = figure;
    }
  }
  const said = new Map<Topic['of'], Gravity>();
  let hasOther = false;
  for (const reason of event.payload?.reasons ?? []) {
    const topic = topicOf(reason);
    if (topic === undefined) {
      hasOther = true;
      continue;
    }
    said.set(topic.of, Math.max(topic.gravity, said.get(topic.of) ?? 0) as Gravity);
    const { of, figure } = topic;
    if (figure !== undefined && of !== 'listed' && of !== 'maintainer') {
      figures[of] ??= figure;
    }
  }
  return { figures, said, hasOther };
}

function figureOf(payload: JsonObject, names: readonly string[]): number | null | undefined {
  const name = names.find((each) => ownValue(payload, each) !== undefined);
  const value = name === undefined ? undefined : ownValue(payload, name);
  if (typeof value === 'number' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.length;
  }
  const score = (value as JsonObject | undefined)?.['score'];
  return typeof score === 'number' ? score : undefined;
}

function ageOf(payload: JsonObject, { event, time }: EventRow): number | undefined {
  const name = PUBLISHED.find((each) => typeof ownValue(payload, each) === 'string');
  const from = name === undefined ? undefined : parseTime(ownValue(payload, name) as string);
  // The time of a row that carries none is that of its arrival.
  const to = from === undefined || parseTime(event.timestamp) === undefined ? undefined : time;
  return from === undefined || to === undefined ? undefined : Math.max(0, (to - from) / DAY);
}

interface Topic {
  readonly of: FactName | 'critical' | 'listed' | 'maintainer';
  readonly gravity: Gravity;
  readonly figure: number | undefined;
}

/** What a reason is about. Of the figure and its limit it holds both: a score lies below its limit, a count above. */
function topicOf(whole: string): Topic | undefined {
  const reason = whole.slice(0, LONGEST_REASON);
  const words = reason.toLowerCase();
  const numbers = (reason.replaceAll(NOT_FIGURES, '').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const isLimitAlone =
    numbers.length === 1 && /(?:below|under|minimum|maximum|than|threshold|limit)\D{0,200}\d/.test(words);
  const [least, most] = isLimitAlone || numbers.length === 0 ? [] : [smallest(numbers), largest(numbers)];
  if (/block(?:ed)?.?(?:list|package|maintainer)|deny.?list|list of blocked/.test(words)) {
    return { of: words.includes('maintainer') ? 'maintainer' : 'listed', gravity: 2, figure: undefined };
  }
  if (/typo.?squat|similar|lookalike/.test(words)) {
    const [similarity] = numbers.filter((number) => number <= 1).sort((left, right) => right - left);
    return { of: 'similarity', gravity: 0, figure: isLimitAlone ? undefined : similarity };
  }
  if (/critical/.test(words)) {
    return { of: 'critical', gravity: 2, figure: least };
  }
  if (/vulnerabilit|\bvulns?\b/.test(words)) {
    return { of: 'vulnerabilities', gravity: 2, figure: most };
  }
  if (/score/.test(words)) {
    return { of: 'scorecard', gravity: words.includes('review') ? 1 : 2, figure: least };
  }
  if (/\b(?:newer|days?|age|published)\b/.test(words)) {
    return { of: 'age', gravity: 1, figure: least };
  }
  return undefined;
}
