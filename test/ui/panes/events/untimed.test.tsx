import { beforeEach, describe, expect, it } from 'vitest';

import { csvFormat, textFormat } from '../../../../src/cli/output/event-format.ts';
import { openPage } from '../../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../../src/lib/untrusted.ts';
import { createTestContext, run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { renderConsole } from '../../../helpers/rendered-console.tsx';
import { NOW, sampleEvent } from '../../../helpers/sample-data.ts';

const TEXT = { colour: false, ascii: false, layout: { kind: 'pipe' }, thisYear: 2026 } as const;

/** What is sent in the place of a time, and how it is shown. */
const SENT = [
  ['yesterday', 'yesterday'],
  [1763625600, '1763625600'],
  ['+010000-01-01T00:00:00Z', '+01000'],
  [null, 'no time'],
] as const;

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  run(context, 'tab.events');
});

function read(id: string, timestamp: unknown, fromHistory = false): void {
  const event = sampleEvent(id, 0, { outcome: 'block', timestamp, subject: { package: `pkg-${id}` } });
  context.stores.events.apply([event], { at: NOW, fromHistory });
}

describe.each(SENT)('an event with %j for a time', (sent, shown) => {
  it('shows that, marked, and never the moment at which it was read', async () => {
    read('odd', sent);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    const row = () => screen.lines.find((line) => line.includes('pkg-odd')) ?? '';
    expect(row()).toContain(shown);
    expect(row()).toMatch(/\? +✖ BLOCK/);
    expect(row()).not.toMatch(/\d\d:\d\d:\d\d /);
    context.stores.view.setState(({ events }) => ({ events: { ...events, cursor: 'odd', detail: true } }));
    await screen.draw();
    expect(screen.text).toMatch(
      sent === null ? /time +not sent/ : new RegExp(`time +[+]?${String(sent).replace('+', '')}`),
    );
    expect(screen.text).toMatch(/no time +its row stands where it was read, at/);
    run(context, 'tab.overview');
    await screen.draw();
    expect(row()).not.toMatch(/\d\d:\d\d:\d\d /);
    openPage(context, { kind: 'package', ecosystem: undefined, name: asUntrusted('pkg-odd') });
    await screen.draw();
    expect(screen.text).toMatch(/ \? +✖ BLOCK/);
  });

  it('is printed with it, and exported as it was sent', () => {
    const event = sampleEvent('odd', 0, { timestamp: sent });
    const found = { event, time: undefined, kind: 'new' as const };
    expect(textFormat(TEXT).line(found)).toMatch(sent === null ? /^-\t/ : `no time: ${sent}\t`);
    expect(csvFormat('kept').line(found).split(',')[1]).toBe(sent === null ? '' : String(sent));
  });
});

it.each([
  ['of the future', '2026-03-09T09:00:00Z'],
  ['without a time', 'yesterday'],
])(
  'a block %s that was there at the first look waits in the list, in the count and in its detail',
  async (_what, sent) => {
    context = createTestContext();
    run(context, 'tab.events');
    read('odd', sent, true);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    context.stores.view.setState(({ events }) => ({ events: { ...events, cursor: 'odd', detail: true } }));
    await screen.draw();
    context.stores.events.setState({ readThrough: NOW + 1000 });
    await screen.draw();
    expect(screen.lines.filter((line) => line.includes('pkg-odd')).join('\n')).toContain('BLOCK!');
    expect(screen.text).toContain('waits to be acknowledged');
    expect(context.stores.acknowledged.getState().open.map(({ id }) => id)).toEqual(['odd']);
  },
);
