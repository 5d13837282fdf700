import { named } from '../../lib/named.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import type { ListId } from '../base/tab.ts';
import { isOfUnknownField, parseQuery } from '../query/parse-query.ts';
import { NO_ALERT, type Alert } from './alert.ts';
import { LONGEST_NAME, type ConfiguredFilter } from './filter-memory.ts';
import { LISTS } from './lists.ts';

/** A saved filter as the config file has it. */
export interface FilterInConfig {
  readonly list: ListId;
  readonly query: string;
  readonly alert?: Alert | undefined;
}

/** The saved filters of a config file that count, and a sentence for each that does not count as it stands. */
export interface ConfiguredFilters {
  readonly filters: readonly ConfiguredFilter[];
  readonly problems: readonly Sentence[];
}

/** What the saved filters of a config file say, in its order. */
export function readConfiguredFilters(settings: Readonly<Record<string, FilterInConfig>>): ConfiguredFilters {
  const filters: ConfiguredFilter[] = [];
  const problems: Sentence[] = [];
  for (const [name, { list, query, alert = NO_ALERT }] of Object.entries(settings)) {
    const problem = problemOf(name, list, query);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const isOfEvents = list === 'events';
    if (!isOfEvents && alert !== NO_ALERT) {
      problems.push(
        quoting`The filter ${prose(name)} of the config file counts without its alert: only what is in events arrives. Take the alert out, or filter events.`,
      );
    }
    filters.push({ name, list, text: query, alert: isOfEvents ? alert : NO_ALERT });
  }
  return { filters, problems };
}

function problemOf(name: string, list: ListId, query: string): Sentence | undefined {
  if (name.length > LONGEST_NAME) {
    return quoting`A filter of the config file does not count: a name has at most ${LONGEST_NAME} characters, and ${named(name.slice(0, LONGEST_NAME))}… has ${name.length}.`;
  }
  // Which fields LLM calls have is known once there are some: until then any may be one of them.
  const problem = parseQuery(query, LISTS[list].query).problems.find(
    (each) => list !== 'llm' || !isOfUnknownField(each),
  );
  return problem === undefined
    ? undefined
    : quoting`The filter ${prose(name)} of the config file does not count: its query, at character ${problem.start + 1}: ${prose(problem.sentence)}`;
}
