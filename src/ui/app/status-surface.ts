import type { TimeStyle } from '../../lib/format-time.ts';
import { untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import type { AgentRun } from '../../stores/agents/agent-run.ts';
import { memoizeLast, memoizeSame } from '../../stores/base/memoize-last.ts';
import type { WriteProgress } from '../../stores/base/write-step.ts';
import type { ConnectionState } from '../../stores/connection/connection-store.ts';
import type { FeedStatus } from '../../stores/events/feed-status.ts';
import { selectOpenBlocks } from '../../stores/events/open-blocks.ts';
import { selectFeedStatus } from '../../stores/events/select-feed-status.ts';
import type { Mode, WriteAccess } from '../../stores/view/view-store.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import { healthAge, isHealthCurrent } from '../panes/overview/health-block.ts';
import { trusted } from '../widgets/line.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import { statusRow } from './status-row.ts';
import type { PaintSurface } from './surface-picture.ts';

/** Paints the first row of the screen; one that says the same is the same line. */
export function createStatusSurface({ commands, theme }: Console): PaintSurface {
  const { stores } = commands;
  const sameStatus = memoizeSame<FeedStatus>();
  const status = memoizeLast(
    (
      title: string,
      mode: Mode,
      access: WriteAccess,
      run: AgentRun | undefined,
      policy: WriteProgress | undefined,
      search: SessionSearch | undefined,
      timeStyle: TimeStyle,
      columns: number,
      connection: ConnectionState,
      health: Untrusted | undefined,
      standing: FeedStatus,
      count: number,
      isCounting: boolean,
      isPartial: boolean,
      now: number,
    ) =>
      statusRow(
        { title, mode, access, timeStyle, columns },
        connection,
        { health, standing, waiting: { count, isCounting, isPartial }, run, policy, search },
        now,
        theme,
      ),
  );
  return ({ columns }, { now }) => ({
    lines: [
      stores.faults.guard(
        'drawing the status row',
        () => {
          const view = stores.view.getState();
          const connection = stores.connection.getState();
          const health = stores.health.getState();
          const healthText =
            health.data === undefined || connection.state === 'unreachable'
              ? undefined
              : isHealthCurrent(health, connection, now)
                ? untrustedText`health ${health.data.status ?? 'unknown'}${healthAge(health, now, true)}`
                : untrustedText`health unknown`;
          const open = selectOpenBlocks(stores);
          return status(
            view.title,
            view.mode,
            view.access,
            stores.agentRun.getState().run,
            stores.policyDraft.getState().progress,
            stores.sessionSearch.getState().search,
            view.timeStyle,
            columns,
            connection,
            healthText,
            sameStatus(selectFeedStatus(stores, now)),
            open.count,
            open.isCounting,
            open.isPartial,
            now,
          );
        },
        () => [trusted(' The status cannot be shown: a fault in vigil.', 'bad')],
      ),
    ],
  });
}
