import * as z from 'zod';

import { KEPT_CAPS, withinSize } from '../../contract/size-gate.ts';
import { jsonObject } from '../../contract/tolerant.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { thingOf, type JournalRecord } from '../../sync/writes/journal.ts';

const optionalText = z.string().optional();
const optionalNumber = z.number().optional();

/** A line of the journal. Fields that are not known are kept: a newer program may have written them. */
const recordSchema = z.looseObject({
  time: z.iso.datetime(),
  server_time: z.iso.datetime().optional(),
  operation: z.string().min(1),
  step: z.enum(['intent', 'sending', 'verdict']),
  action: z.enum(['suspend', 'reactivate', 'delete', 'hard-delete', 'policy']),
  target: z.looseObject({
    id: z.string().exactOptional(),
    hostname: z.string().exactOptional(),
    generation: z.number().exactOptional(),
    version: z.string().exactOptional(),
  }),
  before: jsonObject.optional(),
  after: jsonObject.optional(),
  reason: optionalText,
  until: optionalText,
  end: z.enum(['moved', 'removed', 'over']).optional(),
  undo: z.literal(true).optional(),
  status: optionalNumber,
  verdict: z.enum(['confirmed', 'contradicted', 'unknown', 'refused']).optional(),
  sentence: optionalText,
  user: optionalText,
  sudo_user: optionalText,
  host: optionalText,
  ssh: optionalText,
  key: optionalText,
  base_url: optionalText,
  demo: z.literal(true).optional(),
  process_start: optionalText,
  process_namespace: optionalText,
  pid: optionalNumber,
});

/** What a line holds, cut where it is larger than anything that was written; undefined when it is damaged. */
export function recordOf(line: string): JournalRecord | undefined {
  try {
    return recordSchema.safeParse(withinSize(parseExactJson(line), KEPT_CAPS)).data;
  } catch {
    return undefined;
  }
}

/** What says which operation a line belongs to, and how far that had come. */
export interface LineFacts {
  readonly operation: string;
  readonly step: JournalRecord['step'];
  /** In milliseconds since the epoch. */
  readonly time: number;
  /** The same by the server's clock, where that was known. */
  readonly serverTime: number | undefined;
  /** What it is about, as `thingOf` says it. */
  readonly thing: string;
}

/**
 * Whole lines as this program writes them, whose last field is that of the process or the demo. A key within a line cannot
 * pass for the step: what comes before that holds no objects of others.
 */
const WRITTEN =
  /^\{"time":"([^"\\]{20,30})",(?:"server_time":"([^"\\]{20,30})",)?"operation":"([^"\\]+)","action":"([a-z-]+)","target":(\{[^{}]*\}),(?:"undo":true,)?"step":"(intent|sending|verdict)".*(?:"pid":\d+|"demo":true)\}$/;

/** A target that is longer is cut where it is read whole. */
const LONGEST_TARGET = 1000;

/** The facts of a line, much faster than by reading all of it; undefined when it is damaged. */
export function factsOf(line: string): LineFacts | undefined {
  const [, time, serverTime, operation, action, target, step] = WRITTEN.exec(line) ?? [];
  const record =
    time === undefined || operation === undefined || target === undefined || target.length > LONGEST_TARGET
      ? recordOf(line)
      : ({
          operation,
          step,
          action,
          target: targetFrom(target),
          time,
          server_time: serverTime,
        } as FactFields);
  return record && factsFrom(record);
}

type FactFields = Pick<JournalRecord, 'operation' | 'step' | 'time' | 'server_time' | 'action' | 'target'>;

/** What a write is about; nothing where that is damaged. */
function targetFrom(text: string): JournalRecord['target'] {
  try {
    return JSON.parse(text) as JournalRecord['target'];
  } catch {
    return {};
  }
}

/** When a line was written, by whichever clock says later, as it begins where this program wrote it; undefined otherwise. */
export function timeOfLine(line: string): number | undefined {
  const [, time, serverTime = time] =
    /^\{"time":"([^"\\]{20,30})",(?:"server_time":"([^"\\]{20,30})",)?/.exec(line) ?? [];
  return time === undefined || serverTime === undefined
    ? undefined
    : Math.max(Date.parse(time), Date.parse(serverTime));
}

function factsFrom(line: FactFields): LineFacts {
  const { operation, step, time, server_time: serverTime } = line;
  return {
    operation,
    step,
    thing: thingOf(line),
    time: Date.parse(time),
    serverTime: serverTime === undefined ? undefined : Date.parse(serverTime),
  };
}
