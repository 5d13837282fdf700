import { formatCount } from '../../lib/format-number.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { areNamesToCome, lackingNamesWords, selectMachineNames } from '../../stores/agents/machine-names.ts';
import type { CommandContext } from '../base/command.ts';
import { notify } from '../base/notices.ts';
import type { AlertRule } from './alert-rules.ts';
import type { AlertOutlets } from './alert-outlets.ts';

/** Names that are about to be read make these words needless, in milliseconds. */
const SETTLES = 1000;

/** How often it is said again, of further events. */
const LEAST_BETWEEN = 600_000;

/**
 * Says that events arrived which alerts may be for, and that nobody can tell: an alert must not be lost silently. It is said by
 * the bell or a notification where these are the alerts, once, and then of further events now and then.
 */
export function sayUnjudged(
  { stores, clock }: Pick<CommandContext, 'stores' | 'clock'>,
  { ring, sendNotification }: Pick<AlertOutlets, 'ring' | 'sendNotification'>,
  rules: () => readonly AlertRule[],
): () => void {
  const said = new Map<string, number>();
  let saidAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const more = () => {
    const { counts } = stores.unjudgedAlerts.getState();
    return rules().filter(({ key }) => (counts.get(key) ?? 0) > (said.get(key) ?? 0));
  };

  function look(): void {
    if (cancel === undefined && more().length > 0) {
      const after = Math.max(SETTLES, saidAt + LEAST_BETWEEN - clock.monotonic());
      cancel = clock.schedule(after, say);
    }
  }

  function say(): void {
    cancel = undefined;
    const names = selectMachineNames(stores);
    const why = lackingNamesWords(names);
    const of = more();
    if (why === undefined || areNamesToCome(names) || of.length === 0) {
      return;
    }
    const { counts } = stores.unjudgedAlerts.getState();
    const text = sentence(of, counts, why);
    saidAt = clock.monotonic();
    counts.forEach((count, key) => said.set(key, count));
    notify({ stores, clock }, text, 'bad', 'unjudged');
    if (of.some(({ alert }) => alert === 'bell')) {
      ring();
    }
    if (of.some(({ alert }) => alert === 'notify')) {
      sendNotification(text);
    }
  }

  const ends = [stores.unjudgedAlerts.subscribe(look), stores.agents.subscribe(look)];
  return () => {
    ends.forEach((end) => end());
    cancel?.();
  };
}

/** `late blocks: 3 events that arrived cannot be judged, names of machines are not known (403)`. */
function sentence(of: readonly AlertRule[], counts: ReadonlyMap<string, number>, why: string): Sentence {
  const [first] = of;
  const end = `cannot be judged: ${why}. :alert says how many`;
  if (first === undefined || of.length > 1) {
    return `Events that arrived may be for ${of.length} alerts and ${end}`;
  }
  const count = counts.get(first.key) ?? 0;
  return quoting`${first.title}${formatCount(count)} ${count === 1 ? 'event that arrived may be for it and' : 'events that arrived may be for it and'} ${end}`;
}
