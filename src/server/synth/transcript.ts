import { append } from '../../lib/long-lists.ts';
import type { Random } from './random.ts';
import {
  BEFORE_CHANGING,
  BEFORE_READING,
  BEFORE_TESTING,
  FOLLOW_UPS,
  ON_FAILURE,
  OPENINGS,
  POINTS,
  REPORTS,
  SUBAGENT_REPORTS,
  SUBAGENT_TASKS,
  THOUGHTS,
} from './session-phrases.ts';
import { callEdit, callRead, callSearch, callShell, callTests } from './tool-calls.ts';
import type { MessageDraft } from './transcript-time.ts';
import { capitalize, openFile, say, turnToTopic, type Work } from './work.ts';

const WIDEST_TURN = 24;

/** A prompt and the work on it: `amount` messages or a few more, at least two. */
export function writeOpening(random: Random, work: Work, amount: number): MessageDraft[] {
  const prompt = capitalize(say(random, work, OPENINGS));
  const first = Math.min(amount, random.integer(6, WIDEST_TURN));
  const turn = [person(prompt, 3), ...writeAnswer(random, work, first - 1)];
  return turn.length < amount ? [...turn, ...writeTurns(random, work, amount - turn.length)] : turn;
}

/** Further prompts and the work on each: `amount` messages or a few more, none for an amount below two. */
export function writeTurns(random: Random, work: Work, amount: number): MessageDraft[] {
  const drafts: MessageDraft[] = [];
  while (amount - drafts.length >= 2) {
    if (random.chance(0.3)) {
      turnToTopic(random, work);
    }
    const turn = Math.min(amount - drafts.length, random.integer(3, WIDEST_TURN));
    append(drafts, [person(say(random, work, FOLLOW_UPS), 8), ...writeAnswer(random, work, turn - 1)]);
    if (random.chance(0.01)) {
      drafts.push({
        type: 'system',
        subtype: 'context_compacted',
        text: 'Earlier messages were summarized.',
        effort: 1,
      });
    }
  }
  return drafts;
}

/** What a subagent does: a task that an assistant set, searching and reading, and a report. */
export function writeSubagent(random: Random, work: Work, amount: number): MessageDraft[] {
  const drafts = [person(say(random, work, SUBAGENT_TASKS), 1)];
  while (drafts.length < amount - 1) {
    openFile(random, work);
    append(drafts, random.chance(0.4) ? callSearch(random, work) : callRead(random, work));
  }
  return [...drafts, assistant(say(random, work, SUBAGENT_REPORTS), 3)];
}

/** What the assistant does about a prompt: looks, changes, checks, and says what came of it. */
function writeAnswer(random: Random, work: Work, amount: number): MessageDraft[] {
  const drafts: MessageDraft[] = [];
  if (amount >= 5 && random.chance(0.35)) {
    drafts.push({ type: 'thinking', thinking: say(random, work, THOUGHTS), effort: 2 });
  }
  while (drafts.length + 3 <= amount) {
    append(drafts, writeMove(random, work));
  }
  return [...drafts, assistant(writeReport(random, work), 3)];
}

/** One move of two to five messages. */
function writeMove(random: Random, work: Work): MessageDraft[] {
  const drawn = random.fraction();
  if (drawn < 0.35) {
    openFile(random, work);
    return [...maybeSay(random, work, BEFORE_READING), ...callRead(random, work)];
  }
  if (drawn < 0.47) {
    return callSearch(random, work);
  }
  if (drawn < 0.75) {
    return [...maybeSay(random, work, BEFORE_CHANGING), ...callEdit(random, work)];
  }
  if (drawn < 0.92) {
    const tests = callTests(random, work);
    const failed = tests.at(-1)?.['is_error'] === true;
    return [
      ...maybeSay(random, work, BEFORE_TESTING),
      ...tests,
      ...(failed ? [assistant(say(random, work, ON_FAILURE), 2), ...callEdit(random, work)] : []),
    ];
  }
  return callShell(random, work);
}

function maybeSay(random: Random, work: Work, phrases: readonly string[]): MessageDraft[] {
  return random.chance(0.4) ? [assistant(say(random, work, phrases), 2)] : [];
}

function writeReport(random: Random, work: Work): string {
  const report = say(random, work, REPORTS);
  const drawn = random.fraction();
  if (drawn < 0.25) {
    const points = Array.from({ length: random.integer(2, 4) }, () => `- ${say(random, work, POINTS)}`);
    return `${report}\n\n${[...new Set(points)].join('\n')}`;
  }
  if (drawn < 0.4) {
    return `${report}\n\n\`\`\`${work.style.language}\n${say(random, work, work.style.snippets)}\n\`\`\``;
  }
  if (drawn < 0.5) {
    return `## What changed\n\n${report}\n\n1. ${say(random, work, POINTS)}\n2. ${say(random, work, POINTS)}`;
  }
  return report;
}

function person(content: string, effort: number): MessageDraft {
  return { type: 'user', content, effort };
}

function assistant(content: string, effort: number): MessageDraft {
  return { type: 'assistant', content, effort };
}
