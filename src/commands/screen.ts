import { wholeMinute } from '../stores/select-agents.ts';
import type { CommandContext } from './command.ts';

/** Notes the size of the terminal, in cells. */
export function setScreenSize({ stores }: CommandContext, columns: number, rows: number): void {
  stores.view.setState((view) => (view.columns === columns && view.rows === rows ? view : { columns, rows }));
}

/** Notes how many rows of the active list are on the screen. */
export function setPageSize({ stores }: CommandContext, pageSize: number): void {
  stores.view.setState((view) => (view.pageSize === pageSize ? view : { pageSize }));
}

/** Takes an outdated message away. */
export function expireNotice({ stores, clock }: CommandContext): void {
  const { notice } = stores.view.getState();
  if (notice !== undefined && clock.now() >= notice.until) {
    stores.view.setState({ notice: undefined });
  }
}

/** Lets what filters tell by the clock move on with it, once a minute. */
export function noteMinute({ stores, clock }: Pick<CommandContext, 'stores' | 'clock'>): void {
  const minute = wholeMinute(clock.now());
  if (stores.view.getState().minute !== minute) {
    stores.view.setState({ minute });
  }
}
