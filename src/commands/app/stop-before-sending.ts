import type { WriteProgress } from '../../stores/base/write-step.ts';
import type { CommandContext } from '../base/command.ts';

/**
 * Keeps the change of one agent, or of the policy, from being sent for which it is still read how it is; false when there is none.
 * Of several agents, the results stop those that are left.
 */
export function stopBeforeSending({ stores: { agentRun, policyDraft } }: CommandContext): boolean {
  const { run, ...agents } = agentRun.getState();
  const [item, other] = run?.items ?? [];
  if (run?.phase === 'running' && other === undefined && item !== undefined && mayStop(item.step)) {
    agents.cancel();
    agentRun.setState({ run: { ...run, items: [{ ...item, step: { ...item.step, isStopped: true } }] } });
    return true;
  }
  const { progress, cancel } = policyDraft.getState();
  if (mayStop(progress) && cancel !== undefined) {
    cancel();
    policyDraft.setState({ progress: { ...progress, isStopped: true } });
    return true;
  }
  return false;
}

function mayStop(progress: WriteProgress | undefined): progress is WriteProgress {
  return progress?.kind === 'reading' && progress.isStopped !== true;
}
