import { beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from '../../../src/commands/base/run-command.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { selectNearMiss, selectWhyNone } from '../../../src/stores/view/near-miss.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleCall, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
  const { stores } = context;
  stores.view.setState({ minute: NOW });
  stores.events.apply(
    ['lodash', 'lodash.merge', 'react'].map((name, index) =>
      sampleEvent(`e${index}`, index, {
        outcome: index === 0 ? 'block' : 'allow',
        subject: { ecosystem: 'npm', package: name },
        payload: { scorecard: index, maintainers: ['ada', `m${index}`] },
      }),
    ),
    { at: NOW, fromHistory: false },
  );
  stores.events.apply(
    [
      sampleEvent('comma', 4, { subject: { package: 'com,ma' } }),
      sampleEvent('blank', 5, { subject: { package: 'pkg with space' }, payload: { risk: 0.5 } }),
    ],
    { at: NOW, fromHistory: false },
  );
  receive(stores.agents, listingOf([sampleAgent('agent-1', { hostname: 'build-05' })]), NOW);
  receive(stores.llmCalls, listingOf([sampleCall({ id: 'c', model: 'large-2' })]), NOW);
});

function near(list: 'events' | 'agents' | 'llm' | 'policy', text: string) {
  updatePane(context.stores.view, list, { text });
  return selectNearMiss(context.stores, list);
}

describe('a filter that nothing passes', () => {
  it.each([
    ['events', 'package:lod', { text: 'package:*"lod"*', field: 'package', value: 'lod', count: 2 }],
    ['events', 'react package:lod', undefined],
    [
      'events',
      'package:lod maintainer:ad',
      { text: 'package:*"lod"* maintainer:*"ad"*', count: 2, others: [{ field: 'maintainer', value: 'ad' }] },
    ],
    ['events', 'outcome:block package:"lod"', { text: 'outcome:block package:*"lod"*', count: 1 }],
    ['events', 'until:1s package:lod', { count: 1 }],
    ['agents', 'host:build', { field: 'host', value: 'build', count: 1 }],
    ['llm', 'model:large', { text: 'model:*"large"*', count: 1 }],
    ['events', '-package:lod', undefined],
    ['events', 'package:lod*x', undefined],
    ['events', 'package:lod,rea', { text: 'package:*"lod"*,*"rea"*', values: ['lod', 'rea'], count: 3 }],
    ['events', 'package:x,lod maintainer:ad', { text: 'package:*"x"*,*"lod"* maintainer:*"ad"*', count: 2 }],
    [
      'events',
      'package:com,ma',
      { text: 'package:"com,ma"', misread: { sign: 'comma', term: 'package:"com,ma"' }, count: 1 },
    ],
    [
      'events',
      'outcome:allow package:"pkg with*"',
      { text: 'outcome:allow package:"pkg with"*', misread: { sign: 'wildcard' }, count: 1 },
    ],
    ['events', 'payload.risk:0,5', { text: 'payload.risk:0.5', misread: { sign: 'point' }, count: 1 }],
    ['events', 'payload.risk:<0,6', { text: 'payload.risk:<0.6', count: 1 }],
    ['events', 'lod', undefined],
    ['policy', 'field:x', undefined],
  ] as const)('is near some rows or none: %s %s', (list, text, expected) => {
    const found = near(list, text);
    if (expected === undefined) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toMatchObject(expected);
    }
  });

  it.each([
    [
      'events',
      'payload.scorecart:1',
      'None of these events has a value in payload.scorecart. Did you mean payload.scorecard?',
    ],
    ['events', 'outcome:allow payload.nosuch:1', 'None of these events has a value in payload.nosuch.'],
    ['events', '"user":root', 'None of these events has a value in "user".'],
    ['events', 'payload.scorecard:abc', 'None of these events passes payload.scorecard:abc.'],
    ['events', 'outcome:allow payload.scorecard:>7', 'None of these events passes payload.scorecard:>7.'],
    ['events', 'package:"zz\u001b[2J"', 'None of these events passes package:"zz␛[2J".'],
    ['events', 'since:1h until:2h', 'No time is both since:1h and until:2h.'],
    ['agents', 'status:suspended', 'None of these agents passes status:suspended.'],
    ['llm', 'model.x:1', 'None of these calls has a value in model.x.'],
    // Each finds some by itself, and not the same.
    ['events', 'outcome:block package:react', undefined],
    [
      'events',
      'package:"zz*"',
      'None of these events passes package:"zz*": * and ? in quotes stand for themselves. Type package:"zz"* for',
    ],
    ['events', 'zzz', undefined],
    ['events', '-lod', undefined],
    ['events', 'lod ash,', 'None of these events holds ash,.'],
    ['events', '-payload.nosuch:1 lod zzz', 'None of these events holds zzz.'],
    ['events', '-payload.nosuch:""', 'None of these events has a value in payload.nosuch.'],
    ['events', '-outcome:*', 'None of these events passes -outcome:*.'],
    ['events', '^lod', 'None of these events holds ^lod. Regular expressions are not known: * stands for'],
    ['events', 'lod.*kit', 'Regular expressions are not known'],
    ['events', 'lod[a-z]+', 'Regular expressions are not known'],
    ['events', String.raw`lod\w`, 'Regular expressions are not known'],
    ['events', 'package:^lod', 'None of these events passes package:^lod. Regular expressions are not known'],
    ['agents', 'build user:x', 'None of these agents passes user:x.'],
  ] as const)('says which part of it no row passes: %s %s', (list, text, remark) => {
    updatePane(context.stores.view, list, { text });
    expect(selectWhyNone(context.stores, list)?.remark).toEqual(
      remark === undefined ? undefined : expect.stringContaining(remark),
    );
  });

  it.each(['events', 'agents', 'sessions', 'llm'] as const)('says so in the pane %s', async (tab) => {
    const filled = createFilledContext();
    filled.stores.view.setState({ tab, minute: NOW });
    updatePane(filled.stores.view, tab, { text: 'payload.nosuch:1' });
    const screen = await renderConsole(filled, { columns: 160, rows: 30 });
    expect(screen.text).toMatch(/None of these \w+ has a value in payload\.nosuch\./);
  });

  it('counts what the other filters of the feed let through', () => {
    updatePane(context.stores.view, 'events', { outcomes: ['block'] });
    expect(near('events', 'package:lod')?.count).toBe(1);
  });

  it('is near nothing yet while another filter was looked for last', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ minute: NOW });
    context.stores.events.apply(
      Array.from({ length: 5000 }, (_, index) =>
        sampleEvent(`e${index}`, index, { subject: { package: index < 10 ? 'lodash' : 'react' } }),
      ),
      { at: NOW, fromHistory: false },
    );
    near('events', 'package:lod');
    slices.runAll();
    expect(near('events', 'package:lod')?.count).toBe(10);
    expect(near('events', 'package:rea')).toBeUndefined();
    slices.runAll();
    expect(near('events', 'package:rea')?.count).toBe(4990);
  });

  it('says what it is near, and a key shows that', async () => {
    const { stores } = context;
    stores.view.setState({ tab: 'events' });
    stores.events.setState({ receivedAt: NOW });
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    updatePane(stores.view, 'events', { text: 'package:lod' });
    await screen.draw();
    expect(screen.text).toContain('No package is exactly “lod”; 2 rows here hold it: ~ shows them.');
    await screen.press('~');
    expect(stores.view.getState().events.text).toBe('package:*"lod"*');
    expect(selectVisibleEvents(stores).length).toBe(2);
    await runCommand(context, commandById('filter.widen'));
    expect(stores.view.getState().events.text).toBe('package:*"lod"*');
  });
});

describe('a field of a part of an event', () => {
  it.each([
    ['maintainer:ada', 3],
    ['maintainer:m1', 1],
    ['scorecard:>=1', 2],
    ['payload.scorecard:0', 1],
  ])('is asked for without the part: %s', (text, count) => {
    updatePane(context.stores.view, 'events', { text });
    expect(selectVisibleEvents(context.stores).length).toBe(count);
  });
});
