import { beforeEach, describe, expect, it } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { PageSubject } from '../../../src/stores/entity/page-subject.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { storeHunt } from '../../helpers/sample-hunt.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  sampleSession,
} from '../../helpers/sample-data.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  const { stores } = context;
  stores.events.apply(
    [
      sampleEvent('late', 0, {
        client_id: 'client-1',
        subject: { ecosystem: 'cargo', package: 'serde', version: '1.0.219' },
        payload: { reasons: ['score 3 is below 5'], maintainers: ['ada'], mode: 'two words' },
      }),
    ],
    { at: NOW, fromHistory: false },
  );
  receive(
    stores.agents,
    listingOf([
      ...Array.from({ length: 12 }, (_, index) =>
        sampleAgent(`agent-${index}`, { hostname: `build-${index}` }),
      ),
      sampleAgent('agent-x', { hostname: 'ci-07', username: 'root', os: 'Windows 11', version: '3.0.1' }),
    ]),
    NOW,
  );
  receive(
    stores.sessions,
    listingOf([
      sampleSession('s1', 10, { project_path: '/srv/a b', git_branch: 'fix/login', agent_hostname: 'ci-07' }),
      sampleSession('s2', 20),
    ]),
    NOW,
  );
  receive(
    stores.llmCalls,
    listingOf([
      sampleCall({ id: 'c1', model: 'large-1', provider: 'acme-ai', status: 'ok' }),
      sampleCall({ id: 'c2', model: 'small-1', provider: 'acme-ai', status: 'error' }),
    ]),
    NOW,
  );
});

/** What a text in the field of the filter that is open becomes with Tab, and what the screen offered before. */
async function completed(text: string, open: () => void = () => undefined, columns = 160) {
  const screen = await renderConsole(context, { columns, rows: 40 });
  open();
  await screen.draw();
  await context.clock.advance(1000);
  await screen.press('/', ...text);
  const offered = screen.text;
  await screen.press(KEYS.tab);
  const dialog = context.stores.view.getState().dialogs.at(-1);
  expect(dialog?.kind).toBe('filter');
  return { text: dialog?.kind === 'filter' ? dialog.edited.text : undefined, offered };
}

describe('Tab behind the name of a field takes a value that the list has', () => {
  it.each<[ListId, string, string]>([
    ['events', 'package:ser', 'package:"serde"'],
    ['events', 'host:bu', 'host:build-0'],
    ['events', 'user:ro', 'user:root'],
    ['events', 'outcome:bl', 'outcome:block'],
    ['events', 'ecosystem:car', 'ecosystem:cargo'],
    ['events', 'reason:score', 'reason:"score 3 is below 5"'],
    ['events', 'maintainer:a', 'maintainer:ada'],
    ['events', '-payload.mode:two', '-payload.mode:"two words"'],
    ['events', 'version:1.0.21', 'version:1.0.219'],
    ['agents', 'host:ci', 'host:ci-07'],
    ['agents', 'user:ro', 'user:root'],
    ['agents', 'os:win', 'os:"Windows 11"'],
    ['agents', 'status:sus', 'status:suspended'],
    ['agents', 'clone:t', 'clone:true'],
    ['sessions', 'project:/srv', 'project:"/srv/a b"'],
    ['sessions', 'branch:fix', 'branch:fix/login'],
    ['sessions', 'host:ci', 'host:ci-07'],
    ['sessions', 'subagent:f', 'subagent:false'],
    ['llm', 'model:sm', 'model:small-1'],
    ['llm', 'provider:ac', 'provider:acme-ai'],
    ['llm', 'status:err', 'status:error'],
    ['policy', 'rule:min_s', 'rule:min_scorecard'],
    ['policy', 'changed:f', 'changed:false'],
  ])('%s: %s becomes %s', async (tab, typed, expected) => {
    context.stores.view.setState({ tab });
    expect((await completed(typed)).text).toBe(expected);
  });

  it.each<[string, PageSubject, string, string]>([
    [
      'a package',
      { kind: 'package', name: asUntrusted('serde'), ecosystem: asUntrusted('cargo') },
      'version:1',
      'version:1.0.219',
    ],
    [
      'a package, of its machines',
      { kind: 'package', name: asUntrusted('serde'), ecosystem: asUntrusted('cargo') },
      'host:ci',
      'host:ci-07',
    ],
    [
      'an agent',
      { kind: 'agent', agentId: asUntrusted('agent-1'), clientId: asUntrusted('client-1') },
      'package:ser',
      'package:"serde"',
    ],
    ['a reason', { kind: 'reason', template: asUntrusted('known malware') }, 'outcome:b', 'outcome:block'],
    [
      'counts by package',
      { kind: 'count', of: 'events', by: 'package', within: [] },
      'package:ser',
      'package:"serde"',
    ],
    [
      'counts by project',
      { kind: 'count', of: 'sessions', by: 'project', within: [] },
      'project:/srv',
      'project:"/srv/a b"',
    ],
    ['counts by model', { kind: 'count', of: 'llm', by: 'model', within: [] }, 'model:sm', 'model:small-1'],
    ['counts by os', { kind: 'count', of: 'agents', by: 'os', within: [] }, 'os:win', 'os:"Windows 11"'],
  ])('on the page of %s', async (_name, subject, typed, expected) => {
    const tab = subject.kind === 'count' ? subject.of : 'events';
    context.stores.view.setState({ tab });
    expect((await completed(typed, () => openPage(context, subject))).text).toBe(expected);
  });

  it.each([
    ['host:ev', 'host:evil-host'],
    ['action:hard', 'action:"hard delete"'],
    ['state:conf', 'state:confirmed'],
  ])('in the journal: %s becomes %s', async (typed, expected) => {
    context.sync.journal = {
      operations: operationsFrom(
        {
          operation: 'a',
          step: 'verdict',
          verdict: 'confirmed',
          target: { id: 'agent-1', hostname: 'build-1' },
          sentence: 'Confirmed: build-1 is suspended.',
        },
        { operation: 'b', action: 'hard-delete', target: { id: 'agent-9', hostname: 'evil-host' } },
      ),
      damaged: 0,
    };
    expect((await completed(typed, () => run(context, 'journal.open'))).text).toBe(expected);
  });

  it.each([
    ['path:/ev', 'path:/events'],
    ['why:old', 'why:"older events"'],
    ['outcome:ref', 'outcome:refused'],
    ['method:g', 'method:GET'],
  ])('in the API log: %s becomes %s', async (typed, expected) => {
    context.stores.connection.setState({
      requests: [
        {
          ...{ id: 1, at: NOW, method: 'GET', path: '/events', query: '', purpose: 'older events' },
          ...{
            status: 200,
            milliseconds: 1,
            bytes: 2,
            problem: undefined,
            cost: undefined,
            outcome: 'answered',
          },
        } as never,
      ],
    });
    expect((await completed(typed, () => run(context, 'requests.open'))).text).toBe(expected);
  });

  it('in the findings of a hunt', async () => {
    context.stores.events.setState({ coveredSince: NOW - 86_400_000 });
    storeHunt(context, 'serde,1.0.219\n');
    expect((await completed('package:ser', () => run(context, 'hunt.show'))).text).toBe('package:"serde"');
  });

  it('shows on the screen what there is to take', async () => {
    context.stores.view.setState({ tab: 'llm' });
    const { offered } = await completed('model:');
    expect(offered).toMatch(/large-1 +small-1/);
  });

  it('takes the value as it is where another would be meant without quotes, and finds just it', async () => {
    context.stores.view.setState({ tab: 'sessions' });
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    await screen.press('/', ...'project:/s', KEYS.tab);
    expect(screen.text).toContain('1 of 2 sessions');
  });
});
