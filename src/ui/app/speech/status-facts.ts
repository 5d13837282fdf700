import { profileOf } from '../../../lib/text-fields.ts';
import { selectFeedStatus } from '../../../stores/events/select-feed-status.ts';
import { selectHold } from '../../../stores/connection/select-waits.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { Mode } from '../../../stores/view/view-store.ts';
import type { Theme } from '../../theme.ts';
import { asUntrusted, untrustedText, type Untrusted } from '../../../lib/untrusted.ts';
import { untrusted, identifier, trusted, type Line } from '../../widgets/line.ts';
import { healthAge, isHealthCurrent } from '../../panes/overview/health-block.ts';
import { liveWords } from '../status-row.ts';

/** A thing that the status row shows: the same key for as long as only clocks, ages and counts move on in it; none while it is as usual. */
export interface StatusFact {
  readonly key: Untrusted;
  readonly words: Line;
  /** It is said at once, whatever else was just said. */
  readonly isBad: boolean;
}

const MODES: Readonly<Record<Mode, string>> = {
  'read-only': 'read-only',
  write: 'changes are allowed',
  demo: 'demo',
};

/** Which organization it is and what may be done with it, as it is said at first. */
export function whereabouts({ view }: Pick<Stores, 'view'>): Line {
  const { title, mode } = view.getState();
  return [trusted('vigil: '), ...identifier(title, MOST_COLUMNS), trusted(`, ${MODES[mode]}.`)];
}

const MOST_COLUMNS = 200;

/** Whether the server answers and the feed is live, and how the server says that it is. */
export function statusFacts(stores: Stores, now: number, theme: Theme): readonly StatusFact[] {
  const connection = stores.connection.getState();
  const health = stores.health.getState();
  const standing = selectFeedStatus(stores, now);
  const hold = selectHold(connection, now)?.kind;
  const isUnread = connection.waits.some(({ what }) => what === 'events');
  const status =
    health.data === undefined || !isHealthCurrent(health, connection, now) ? undefined : health.data.status;
  const isFailing =
    connection.state === 'unreachable' || connection.state === 'failing' || hold !== undefined;
  return [
    {
      key: asUntrusted([connection.state, hold, isUnread, standing.kind].join(' ')),
      words: [trusted(liveWords(connection, standing, now, theme))],
      isBad: isFailing || (standing.kind === 'blind' && standing.age !== undefined),
    },
    {
      key: status === undefined || status === 'ok' ? asUntrusted('') : untrustedText`health ${status}`,
      words:
        status === undefined
          ? []
          : [
              trusted('health '),
              ...untrusted(status, { profile: profileOf('health', 'status') }),
              trusted(healthAge(health, now, true)),
            ],
      isBad: false,
    },
  ];
}
