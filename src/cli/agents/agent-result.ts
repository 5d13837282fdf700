import type { Agent } from '../../contract/agent.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { withNamed } from '../../lib/named.ts';
import { asUntrusted, type AnyText, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import { drawn, drawnSentence, type TextStyle } from '../output/styled-text.ts';
import { linesOf } from '../output/table-lines.ts';
import { endingText, type Ending } from '../output/verdict-text.ts';
import type { AgentVerdict } from '../../sync/writes/verdict.ts';
import type { AgentAction } from './agent-action.ts';

/** What became of one agent that was named. */
export interface AgentResult {
  readonly id: Untrusted;
  readonly hostname: Untrusted | undefined;
  readonly action: AgentAction['name'];
  readonly ending: Ending;
  /** As the journal has it, for programs: names stand in it as they are. */
  readonly sentence: AnyText;
  readonly status: number | undefined;
  /** The id of the write in the journal; undefined when nothing was begun. */
  readonly operation: string | undefined;
}

/** The result of an action that was carried out, or refused because the agent was already as requested. */
export function resultOf(agent: Agent, action: AgentAction, verdict: AgentVerdict): AgentResult {
  const { kind, sentence, status, operation, after, moved } = verdict;
  const wasDone =
    kind === 'refused' &&
    status === undefined &&
    moved === undefined &&
    after !== undefined &&
    after !== 'gone' &&
    action.isDone(after);
  return {
    id: agent.id,
    hostname: agent.hostname,
    action: action.name,
    ending: wasDone ? 'unchanged' : kind,
    sentence,
    status,
    operation,
  };
}

/** The result for an id that the server does not know. */
export function unknownResult(id: Untrusted, action: AgentAction, sentence: Sentence): AgentResult {
  return {
    id,
    hostname: undefined,
    action: action.name,
    ending: 'refused',
    sentence,
    status: 404,
    operation: undefined,
  };
}

/** The result for an agent to which nothing could be done as it was asked for. */
export function refusedResult(
  { id, hostname }: Agent,
  { name }: AgentAction,
  sentence: Sentence,
): AgentResult {
  return {
    id,
    hostname,
    action: name,
    ending: 'refused',
    sentence,
    status: undefined,
    operation: undefined,
  };
}

/** The result for an agent, or an id, to which nothing was done, since the whole was stopped before. */
export function notBegun(
  { id, hostname }: { readonly id: Untrusted; readonly hostname?: Untrusted | undefined },
  { name }: AgentAction,
  sentence = 'Not begun.',
): AgentResult {
  return {
    id,
    hostname,
    action: name,
    ending: 'not begun',
    sentence,
    status: undefined,
    operation: undefined,
  };
}

/** A result as a line of ASCII JSON: id, hostname, action, verdict, sentence, status, operation. */
export function resultJson({ ending, status, operation, ...result }: AgentResult): string {
  const { id, hostname, action, sentence } = result;
  return asciiJson({
    id,
    hostname: hostname ?? null,
    action,
    verdict: ending,
    sentence,
    status: status ?? null,
    operation: operation ?? null,
  });
}

/** Columns that hostnames and ids take, so that results that are printed one by one are aligned. */
export interface ResultColumns {
  readonly hostname: number;
  readonly id: number;
}

/** A longer hostname or id is not waited for. */
const MOST_COLUMNS = 40;

/** The columns for results on these agents. */
export function columnsFor(agents: readonly Agent[], style: TextStyle): ResultColumns {
  const widest = (texts: readonly Untrusted[]) =>
    texts.reduce((most, text) => Math.max(most, drawn(text, 'ident', style).columns), 0);
  return {
    hostname: Math.min(MOST_COLUMNS, widest(agents.flatMap(({ hostname }) => hostname ?? []))),
    id: Math.min(MOST_COLUMNS, widest(agents.map(({ id }) => id))),
  };
}

/** A result for people: one line, and on a terminal the sentence below it where it does not fit beside it. */
export function resultText(
  { ending, id, hostname, sentence }: AgentResult,
  style: TextStyle,
  columns: ResultColumns,
): readonly string[] {
  return linesOf(
    [
      [endingText(ending, style), 14],
      [drawn(hostname ?? asUntrusted('-'), 'ident', style, 'bold'), columns.hostname],
      [drawn(id, 'ident', style), columns.id],
    ],
    [drawnSentence(withNamed(sentence, [hostname, id]), style)],
    style,
    '  ',
  );
}

/** Endings after which nothing is left to be done. */
const GOOD: readonly Ending[] = ['confirmed', 'unchanged'];

/**
 * The exit status: 0 when every agent is as requested, 3 when the service refused the key (401, 403), 1 when the only
 * one is not, 4 when some of several are not.
 */
export function statusOfResults(results: readonly AgentResult[]): number {
  if (results.every(({ ending }) => GOOD.includes(ending))) {
    return 0;
  }
  if (results.some(({ status }) => status === 401 || status === 403)) {
    return 3;
  }
  return results.length === 1 ? 1 : 4;
}
