import { profileOf } from '../../../lib/text-fields.ts';
import type { Health } from '../../../contract/health.ts';
import { formatAgo, formatCountdown } from '../../../lib/format-time.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import { selectHold, WAITS_FOR_ALL } from '../../../stores/connection/select-waits.ts';
import type { ResourceState } from '../../../stores/base/resource-store.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, untrustedWrapped, trusted, type Line } from '../../widgets/line.ts';
import { budgetForms } from '../budget.ts';
import { STOPS } from '../../../stores/overview/overview-stops.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

/** It is asked every two minutes at the least. */
const CURRENT_FOR = 5 * 60_000;

/** Whether what the service said of itself is true of the present: not when it fails at everything since. */
export function isHealthCurrent(
  { receivedAt, failure }: ResourceState<Health>,
  connection: ConnectionState,
  now: number,
): boolean {
  return (
    receivedAt !== undefined &&
    failure === undefined &&
    now - receivedAt < CURRENT_FOR &&
    selectHold(connection, now)?.kind !== 'broken'
  );
}

/** What the service said of itself is shown without its age for so long: it is asked every half a minute where somebody looks. */
const SHOWN_WITHOUT_AGE = 60_000;

/** How long ago the service said so, as ` 2m ago`; nothing where that was just now and is true still. */
export function healthAge({ receivedAt }: ResourceState<Health>, now: number, isCurrent: boolean): string {
  const isPlain = receivedAt === undefined || (isCurrent && now - receivedAt < SHOWN_WITHOUT_AGE);
  return isPlain ? '' : ` ${formatAgo(now - receivedAt)}`;
}

/** How the service is, and how much of the request budget is left. */
export function healthBlock(
  health: ResourceState<Health>,
  connection: ConnectionState,
  room: BlockRoom,
): Block {
  const { now, columns, theme } = room;
  const { ascii } = theme;
  // A service that does not answer is not ok, whatever it last said.
  const data = connection.state === 'unreachable' ? undefined : health.data;
  const isCurrent = isHealthCurrent(health, connection, now);
  const ok = data?.status === 'ok' && isCurrent;
  const age = healthAge(health, now, isCurrent);
  const label = (text: string) => trusted(text.padEnd(9), 'dim');
  const service: Line =
    data === undefined
      ? [trusted(connection.state === 'unreachable' ? 'no answer' : 'not asked yet', 'warn')]
      : fitParts(
          [
            part([
              trusted(`${theme.glyph('live')} `, ok ? 'good' : 'bad'),
              ...untrusted(data.status ?? 'unknown', {
                profile: profileOf('health', 'status'),
                style: ok ? 'good' : 'bad',
                ascii,
              }),
              trusted(age, 'warn'),
            ]),
            part(
              [
                trusted('version ', 'dim'),
                ...untrusted(data.version ?? 'unknown', { profile: profileOf('health', 'version'), ascii }),
              ],
              leftOut(2),
            ),
            part(
              [
                trusted('database ', 'dim'),
                ...untrusted(data.database ?? 'unknown', {
                  profile: profileOf('health', 'database'),
                  style: data.database === 'connected' ? 'good' : 'warn',
                  ascii,
                }),
              ],
              leftOut(1),
            ),
          ],
          columns - 10,
          { separator: trusted('  ') },
        );
  const wait = connection.waits.find(({ what }) => what === WAITS_FOR_ALL);
  // Why all reading has stopped stands over the hints of every pane.
  const problem = connection.stopped === undefined ? (wait?.reason ?? connection.problem) : undefined;
  const word = wait === undefined ? 'problem' : 'waiting';
  return {
    title: [trusted('Service and budget', 'heading')],
    rows: [
      stopRow(STOPS.service, [label('service'), ...service], room),
      stopRow(STOPS.budget, [label('budget'), ...budgetLine(connection, now, columns - 12, theme)], room),
      ...(problem === undefined
        ? []
        : problemLines(problem, wait?.until, now, columns - 12, theme).map((line, index) =>
            plainRow([label(index === 0 ? word : ''), ...line]),
          )),
    ],
  };
}

/** A problem takes so many lines at most. */
const PROBLEM_ROWS = 3;

/** What is wrong and, where there is room behind it, when it goes on. */
function problemLines(
  problem: string,
  until: number | undefined,
  now: number,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  const wrapped = (text: string) => untrustedWrapped(text, columns, { style: 'bad', ascii });
  const goesOn = until === undefined || until <= now ? '' : ` Goes on in ${formatCountdown(until - now)}.`;
  const lines = wrapped(`${problem}${goesOn}`);
  return lines.length <= PROBLEM_ROWS ? lines : wrapped(problem).slice(0, PROBLEM_ROWS);
}

/** Less than this share of the limit stands out. */
const LOW_BUDGET = 0.2;

function budgetLine(connection: ConnectionState, now: number, columns: number, theme: Theme): Line {
  const { budget } = connection;
  if (budget === undefined) {
    const isAnswered = connection.requests.some(({ status }) => status !== undefined);
    return [trusted(isAnswered ? 'the server does not say' : 'not known yet', 'dim')];
  }
  const texts = budgetForms(connection, now, theme);
  const text = texts.find((form) => form.length + 1 <= columns) ?? texts.at(-1) ?? '';
  const room = Math.max(0, Math.min(20, columns - text.length - 1));
  const share = budget.limit === 0 ? 0 : Math.min(budget.remaining, budget.limit) / budget.limit;
  return [
    ...barLine(share, { columns: room, theme, style: share < LOW_BUDGET ? 'warn' : 'good', hasTrack: true }),
    trusted(`${room === 0 ? '' : ' '}${text}`),
  ];
}
