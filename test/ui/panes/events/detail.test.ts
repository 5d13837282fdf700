import { beforeEach, describe, expect, it } from 'vitest';

import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../../helpers/sample-data.ts';
import { selectEventFacts } from '../../../../src/stores/events/event-facts.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { eventDetail } from '../../../../src/ui/panes/events/detail.ts';
import { createTheme } from '../../../../src/ui/theme.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events' });
});

function detail({ columns = 70, ascii = false } = {}): string {
  const facts = selectEventFacts(context.stores);
  if (facts === undefined) {
    throw new Error('No event is listed.');
  }
  const looks = {
    columns,
    theme: createTheme({ colour: false, ascii, rebound: () => context.stores.view.getState().rebound }),
    timeStyle: 'utc',
    now: NOW,
  } as const;
  const { title, lines } = eventDetail(facts, looks);
  return [title, ...lines].map((line) => line.map(({ text }) => text).join('')).join('\n');
}

function repeat(times: number): void {
  context.stores.events.apply(
    Array.from({ length: times }, (_, index) => sampleEvent(`same-${index}`, index, { outcome: 'block' })),
    { at: NOW, fromHistory: false },
  );
  updatePane(context.stores.view, 'events', { text: 'id:same-*' });
}

describe('the detail of an event', () => {
  it('shows its fields under names by which they are found, with the values that find them', () => {
    const fields = { actor: { command: 'npm', args: ['ci'], version: '10.2' }, outcome: 'allow' };
    context.stores.events.apply([sampleEvent('whole', -10, fields)], { at: NOW, fromHistory: false });
    updatePane(context.stores.view, 'events', { text: 'id:whole', cursor: undefined });
    // What it says of the agent is more than one field.
    const shown = detail({ columns: 120 })
      .split('\n')
      .slice(1)
      .flatMap((line) => /^([a-z][a-z ]*?) {2,}(\S.*)$/.exec(line)?.slice(1) ?? [])
      .flatMap((text, index, all) => (index % 2 === 0 ? [[text, all[index + 1] ?? ''] as const] : []))
      .filter(([label, value]) => label !== 'agent' && label !== 'system' && value !== '{}');
    const labels = shown.map(([label]) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['package', 'time', 'host', 'user', 'command', 'tool', 'client', 'id']),
    );
    for (const [label, value] of shown) {
      const wanted = label === 'time' ? value.replace(' ', 'T') : `"${value}"`;
      updatePane(context.stores.view, 'events', { text: `id:whole ${label}:${wanted}`, cursor: undefined });
      expect([label, selectEventFacts(context.stores)?.event.id]).toEqual([label, 'whole']);
      updatePane(context.stores.view, 'events', { text: `id:whole -${label}:${wanted}`, cursor: undefined });
      expect([label, selectEventFacts(context.stores)]).toEqual([label, undefined]);
    }
  });

  it('says that a block waits, that it was acknowledged, and that one is from before the first look', () => {
    repeat(1);
    expect(detail()).toMatch(/attention +waits to be acknowledged; e does it/);
    run(context, 'events.acknowledge');
    expect(detail()).toMatch(
      /attention +acknowledged on this host at 2026-03-02 09:00:00Z; e\s+takes\s+it\s+back/,
    );
    context.stores.events.apply([sampleEvent('before', 500, { outcome: 'block' })], {
      at: NOW,
      fromHistory: true,
    });
    updatePane(context.stores.view, 'events', { text: 'id:before', cursor: undefined });
    expect(detail()).toMatch(/older than the first look from this host/);
  });

  it('lists the events of a folded row around the one that is shown, and how many are not', () => {
    repeat(30);
    expect(detail()).toContain('30 the same again; this is 1 of them');
    expect(detail()).toContain('18 older');
    expect(detail()).not.toContain('newer');
    for (let step = 0; step < 15; step++) {
      run(context, 'events.next-repeat');
    }
    const text = detail();
    expect(text).toContain('this is 16 of them');
    expect(text).toContain('9 newer');
    expect(text).toContain('9 older');
    expect(text).toContain('same-15');
    expect(text).not.toContain('same-0\n');
  });

  it('names the keys that the user has chosen', () => {
    repeat(2);
    const rebound: readonly (readonly [string, readonly string[]])[] = [
      ['events.next-repeat', ['ctrl+e']],
      ['events.previous-repeat', []],
      ['events.toggle-raw', ['X', 'Y']],
      ['events.acknowledge', ['space']],
    ];
    context.stores.view.setState({ rebound: new Map(rebound) });
    const text = detail();
    expect(text).toContain('Ctrl-E and :events.previous-repeat show the others');
    expect(text).toContain('X shows it as it was sent');
    expect(text).toContain('acknowledged; Space does it');
  });

  it('shows the event as it was sent when that is wanted', () => {
    repeat(1);
    expect(detail()).toContain('M shows it as it was sent');
    run(context, 'events.toggle-raw');
    expect(detail()).toContain('"id": "same-0"');
  });

  it('is ASCII where only that is drawn', () => {
    repeat(30);
    expect(detail({ ascii: true })).toMatch(/^[\n -~]*$/);
  });
});
