import { beforeEach, describe, expect, it } from 'vitest';

import { openPage, updatePage } from '../../../src/commands/base/entity-stack.ts';
import { selectPageRecords } from '../../../src/commands/export/page-records.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { PageSubject } from '../../../src/stores/entity/page-subject.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, NOW, sampleAgent, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';

let context: TestContext;
let slices: ManualSlices;

const PACKAGE: PageSubject = { kind: 'package', ecosystem: asUntrusted('npm'), name: asUntrusted('lodash') };

/** A thousand events of a package on two machines; only the oldest two were blocked. */
beforeEach(() => {
  slices = new ManualSlices();
  context = createTestContext({ slices });
  receive(
    context.stores.agents,
    listingOf([
      sampleAgent('agent-1', { client_id: 'client-0', hostname: 'build-7' }),
      sampleAgent('agent-2', { client_id: 'client-1', hostname: 'wanda-air', username: 'wanda' }),
    ]),
    NOW,
  );
  context.stores.events.apply(
    Array.from({ length: 1000 }, (_, index) =>
      sampleEvent(`event-${index}`, 600 + index, {
        outcome: index < 998 ? 'allow' : 'block',
        client_id: `client-${index % 2}`,
        subject: { ecosystem: 'npm', package: 'lodash', version: `4.${index % 3}` },
        payload: { reasons: index < 998 ? ['fine'] : ['worm'] },
      }),
    ),
    { at: NOW, fromHistory: false },
  );
  context.stores.view.setState({ tab: 'events' });
});

function rows() {
  selectPage(context.stores, NOW);
  slices.runAll();
  return selectPage(context.stores, NOW)?.rows ?? [];
}

const ids = (kind: string) =>
  rows()
    .filter((row) => row.kind === kind)
    .map(({ id }) => id);

describe('the query of a page', () => {
  it('finds events behind those that are shown without it, and counts what passes alone', () => {
    openPage(context, PACKAGE);
    expect(ids('event')).toHaveLength(100);
    updatePage(context, { text: 'outcome:block' });
    expect(ids('event').toSorted()).toEqual(['event event-998', 'event event-999']);
    const all = rows();
    expect(all.find(({ id }) => id === 'fact outcomes')).toMatchObject({
      value: expect.stringMatching(/^2 block, 0 review, 0 allow.*, of those that pass/) as string,
    });
    expect(all.find(({ id }) => id === 'heading Reasons')).toMatchObject({
      note: expect.stringContaining('of events that pass') as string,
    });
    expect(ids('group').filter((id) => id.startsWith('reason '))).toEqual(['reason worm']);
  });

  it.each([
    ['host:wanda-air outcome:block', ['event event-999']],
    ['user:wanda outcome:block', ['event event-999']],
    ['-user:wanda outcome:block', ['event event-998']],
    ['wanda worm', ['event event-999']],
    ['reason:worm -host:wanda-air', ['event event-998']],
    ['id:event-500,event-501 version:4.0', ['event event-501']],
    [`time:>=2020-01-01 id:event-3`, ['event event-3']],
    ['since:2100-01-01', []],
  ])('speaks the language of the feed: %s', (text, events) => {
    openPage(context, PACKAGE);
    updatePage(context, { text });
    expect(ids('event')).toEqual(events);
  });

  it('shows nothing of another query while the events are looked through for a new one', () => {
    openPage(context, PACKAGE);
    rows();
    updatePage(context, { text: 'outcome:block' });
    const contents = selectPage(context.stores, NOW);
    expect(contents?.entityEvents).toMatchObject({ digest: undefined, looking: { looked: 0, of: 1000 } });
    slices.runAll();
    expect(selectPage(context.stores, NOW)?.entityEvents.digest?.rows).toHaveLength(2);
  });

  it('is a query of sessions and of the fields of an agent, too', () => {
    openPage(context, { kind: 'agent', agentId: asUntrusted('agent-1'), clientId: asUntrusted('client-0') });
    const sessions = [
      sampleSession('s1', 600, { client_id: 'client-0', project_path: '/srv/shop' }),
      sampleSession('s2', 700, { client_id: 'client-0', project_path: '/srv/api' }),
    ];
    receive(
      context.stores.machineSessions,
      {
        clientId: asUntrusted('client-0'),
        sessions,
        total: 2,
        isRead: true,
        clippedAt: undefined,
        doubt: undefined,
      },
      NOW,
    );
    updatePage(context, { text: 'project:/srv/shop' });
    expect(ids('session')).toEqual(['session s1']);
    expect(rows().find(({ id }) => id === 'heading Sessions')).toMatchObject({
      note: expect.stringContaining('1 that pass of 2') as string,
    });
    const lists = selectPageRecords(context)?.lists ?? [];
    expect(lists.map(({ count }) => count)).toEqual([1]);
    updatePage(context, { text: 'hostname:build-7' });
    expect(ids('fact')).toContain('field hostname');
    updatePage(context, { text: 'no-such-text-anywhere' });
    const left = rows();
    expect(left[0]).toMatchObject({ text: 'Nothing that is here passes the filter.' });
    expect(left.slice(1).every(({ kind }) => kind === 'heading' || kind === 'titles')).toBe(true);
    updatePage(context, { text: 'package:loda' });
    expect(rows()[0]).toMatchObject({
      text: expect.stringContaining('package:loda is only what equals it: put the value between *') as string,
    });
  });
});
