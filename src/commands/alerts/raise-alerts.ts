import { formatCount } from '../../lib/format-number.ts';
import { jsonText } from '../../lib/json-text.ts';
import { named } from '../../lib/named.ts';
import { systemSlices } from '../../lib/slices.ts';
import { asUntrusted, prose, quoting, type Quoted, type Untrusted } from '../../lib/untrusted.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import { selectMuteOf } from '../../stores/events/select-muted.ts';
import type { Alert } from '../../stores/view/alert.ts';
import type { CommandContext } from '../base/command.ts';
import { notify } from '../base/notices.ts';
import type { AlertOutlets } from './alert-outlets.ts';
import { alertRules, type AlertRule } from './alert-rules.ts';
import { Digest, type Digested } from './digest.ts';
import { watchLiveMatches } from './live-matches.ts';
import { sayUnjudged } from './say-unjudged.ts';

/** A bell that rings on and on is switched off: in milliseconds. */
const LEAST_BETWEEN_RINGS = 5000;

/** Messages and notifications say together what comes within so many milliseconds. */
const LEAST_BETWEEN_WORDS = 10_000;

/** So much of a name is quoted. */
const MOST_OF_NAME = 80;

interface Match {
  readonly id: string;
  readonly topic: string;
  readonly rule: AlertRule;
  readonly row: EventRow;
}

/** Does for events that arrive what is to happen then. The function returned ends it. */
export function raiseAlerts(
  { stores, clock, slices = systemSlices }: Pick<CommandContext, 'stores' | 'clock' | 'slices'>,
  blockAlert: Alert,
  outlets: AlertOutlets,
): () => void {
  const rulesOf = memoizeLast(
    (
      saved: Parameters<typeof alertRules>[0]['saved'],
      configured: Parameters<typeof alertRules>[0]['configured'],
    ) => alertRules({ saved, configured }, blockAlert),
  );
  let rangAt = Number.NEGATIVE_INFINITY;
  const digest = (say: (text: Quoted) => boolean) =>
    new Digest<Match>(clock, {
      interval: LEAST_BETWEEN_WORDS,
      isBetter: (one, other) => isBlock(one) && !isBlock(other),
      say: (digested) => say(wordsOf(digested, (row) => hostOf(row))),
    });
  const hostOf = ({ event: { client_id: client } }: EventRow) =>
    selectHostByClient(stores).get(client ?? '') ?? client;
  const notices = digest((text) => {
    notify({ stores, clock }, text, 'plain', 'alert');
    return true;
  });
  const notifications = digest((text) => outlets.sendNotification(text));
  const rules = () => {
    const { saved, configured } = stores.filterMemory.getState();
    return rulesOf(saved, configured);
  };
  const stopSaying = sayUnjudged({ stores, clock }, outlets, rules);
  const stop = watchLiveMatches({
    stores,
    slices,
    rules,
    onMatch(rule, row) {
      stores.mutes.endDue(clock.now());
      if (selectMuteOf(stores, row) !== undefined) {
        return;
      }
      const match = { id: row.id, topic: rule.key, rule, row };
      if (rule.isSaid) {
        notices.add(match);
      }
      if (rule.alert === 'bell') {
        if (clock.monotonic() - rangAt >= LEAST_BETWEEN_RINGS) {
          rangAt = clock.monotonic();
          outlets.ring();
        }
      } else if (rule.alert === 'notify') {
        notifications.add(match);
      } else {
        const { key, title, alert } = rule;
        outlets.run({ key, title, command: alert, event: jsonText(row.event.raw) });
      }
    },
    onUnjudged(counts) {
      stores.unjudgedAlerts.setState({ counts });
    },
  });
  return () => {
    stop();
    stopSaying();
    notices.stop();
    notifications.stop();
  };
}

function isBlock({ row }: Match): boolean {
  return row.event.outcome === 'block';
}

/** `late blocks: BLOCK lodahs on ci-07, and 12 others`. */
function wordsOf(
  { one: { rule, row }, others, topics }: Digested<Match>,
  hostOf: (row: EventRow) => Untrusted | undefined,
): Quoted {
  const { outcome, subject } = row.event;
  const host = hostOf(row);
  const verdict = outcome === 'block' ? 'BLOCK' : named(outcome ?? 'event');
  const what = quoting`${verdict} ${short(subject?.package ?? asUntrusted(row.id))}`;
  const where = host === undefined ? '' : quoting` on ${short(host)}`;
  const more =
    others === 0
      ? ''
      : `, and ${formatCount(others)} ${others === 1 ? 'other' : 'others'}${topics === 1 ? '' : ` of ${topics} filters`}`;
  return quoting`${rule.title}${what}${where}${more}`;
}

function short(name: Untrusted): Quoted {
  const text = named(name);
  return text.length > MOST_OF_NAME ? quoting`${prose(text.slice(0, MOST_OF_NAME))}...` : text;
}
