import { beforeEach, describe, expect, it, vi } from 'vitest';

import { POLICY_NOTICES } from '../../../src/commands/policy/own-writes.ts';
import { notify } from '../../../src/commands/base/notices.ts';
import { startRun } from '../../../src/commands/agents/run-action.ts';
import type { RunItem } from '../../../src/stores/agents/agent-run.ts';
import type { AgentRequest } from '../../../src/sync/writes/requests.ts';
import { layOutShell } from '../../../src/ui/app/shell-layout.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { lineColumns } from '../../../src/ui/widgets/line.ts';
import { createTestContext, run, type TestContext } from '../../helpers/command-context.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const theme = createTheme({ colour: false, ascii: false });

let context: TestContext;
let request: AgentRequest;
let answered: PromiseWithResolvers<void>;
let running: Promise<void>;

function lastRow(columns = 120): string {
  const [line = []] = layOutShell(context, { columns, rows: 30 }, theme).notice;
  expect(lineColumns(line)).toBeLessThanOrEqual(columns);
  return line
    .map(({ text }) => text)
    .join('')
    .trim();
}

beforeEach(async () => {
  context = createTestContext();
  answered = Promise.withResolvers();
  context.sync.judge = async (asked) => {
    request = asked as AgentRequest;
    await answered.promise;
    return context.sync.verdict;
  };
  running = startRun(
    context,
    {
      action: 'suspend',
      agents: [sampleAgent('agent-1', { hostname: 'a-machine-with-a-rather-long-name' })],
      skipped: [],
      filteredOut: [],
      offScreen: [],
      undoes: undefined,
    },
    '',
  );
  await vi.dynamicImportSettled();
  await settle();
});

it('says that Esc stops it until it is sent, and that nothing will be once it was pressed', () => {
  request.onStep?.('reading');
  expect(lastRow()).toContain('then it is sent; Esc stops it');
  run(context, 'view.back');
  expect(lastRow()).toContain('then it ends, with nothing sent');
  expect(request.cancel?.aborted).toBe(true);
});

it('offers no stopping any more once it is sent', () => {
  request.onStep?.('sending');
  expect(lastRow()).not.toContain('Esc');
  run(context, 'view.back');
  expect(request.cancel?.aborted).toBe(false);
});

describe('the last row while an agent is changed', () => {
  it('tells each step for as long as it takes, and then the verdict', async () => {
    const { clock } = context;
    expect(lastRow()).toContain('Suspending a-machine-with-a-rather-long-name');
    for (const [step, told] of [
      ['reading', '1 of 3, reading how it is: 9s  then it is sent; Esc stops it'],
      ['sending', '2 of 3, sending it and waiting for the answer: 9s'],
      ['reading again', '3 of 3, reading again what became of it: 9s'],
      ['not certain yet', '3 of 3, looking again, since an older answer would look the same: 9s'],
      ['not seen yet', '3 of 3, not seen yet, reading again for up to 7s: 9s'],
    ] as const) {
      request.onStep?.(step);
      await clock.advance(9000);
      expect(lastRow()).toContain(told);
      expect(lastRow(60)).toMatch(/^Suspending a-mac.*…?.* [123] of 3, [a-z ]+: 9s$/);
    }
    answered.resolve();
    await running;
    expect(lastRow()).toContain('Confirmed: it is as it was asked to be.');
  });

  it('tells of a write of the policy, too', async () => {
    answered.resolve();
    await running;
    await context.clock.advance(60_000);
    context.stores.view.setState({ notice: undefined });
    expect(lastRow()).toBe('');
    context.stores.policyDraft.setState({ progress: { kind: 'sending', since: context.clock.now() } });
    notify(context, 'Writing the policy', 'plain', POLICY_NOTICES);
    await context.clock.advance(12_000);
    expect(lastRow()).toBe(
      'Writing the policy  2 of 3, sending it and waiting for the answer: 12s  then it is read again',
    );
  });

  it('tells of several agents which one is waited for', () => {
    request.onStep?.('sending');
    const { agentRun } = context.stores;
    agentRun.setState(({ run }) => ({
      run: run && {
        ...run,
        items: [{ ...(run.items[0] as RunItem), state: 'confirmed', step: undefined }, ...run.items],
      },
    }));
    expect(lastRow()).toContain('Suspending 2/2 a-machine-with-a-rather-long-name  2 of 3, sending it');
  });

  it('leaves its place to what a key did, and to the keys of a dialog', async () => {
    request.onStep?.('sending');
    notify(context, 'Times as ages');
    expect(lastRow()).toBe('Times as ages');
    await context.clock.advance(20_000);
    context.stores.view.setState({ notice: undefined });
    expect(lastRow()).toContain('2 of 3');
    run(context, 'help.open');
    expect(lastRow()).toBe('');
  });
});
