import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import type { CommandContext } from '../../../src/commands/base/command.ts';
import { openFieldOf } from '../../../src/commands/app/open-field.ts';
import { runCommand } from '../../../src/commands/base/run-command.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { closePage } from '../../../src/commands/base/entity-stack.ts';
import { countBy } from '../../../src/commands/entity/count-rows.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import { createPagePane } from '../../../src/ui/panes/entity/entity-pane.ts';
import { createEventsPane } from '../../../src/ui/panes/events/events-pane.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { inMilliseconds, say, timed } from './measure.ts';
import { TimedSlices } from './timed-slices.ts';

const SIZE = { columns: 160, rows: 41 };
const LIVE = { at: 0, fromHistory: false };

/** So many times 20 events arrive while something is under way. */
const ARRIVALS = 12;

/** Milliseconds after which what a key began is done. */
const SETTLED = 400;

/** The best time of so many rounds is reported: what else runs on the machine can only make them longer. */
const ROUNDS = 3;

/**
 * What a key costs over all events, with the frame that follows it, and the longest piece of what it leaves to be done
 * later: a key that is typed meanwhile waits for no more than that. Then the longest frame between the pieces, and the
 * longest time that 20 events take which arrive between them, with the frame that shows them.
 */
export async function measureKeys(events: readonly object[]): Promise<void> {
  const slices = new TimedSlices();
  const stores = createStores({ slices });
  const read = (rows: readonly object[]) => rows.map((row) => eventSchema.parse(row));
  for (let start = 0; start < events.length; start += 1000) {
    stores.events.apply(read(events.slice(start, start + 1000)), LIVE);
  }
  stores.view.setState({ tab: 'events', ...SIZE, pageSize: 30 });
  stores.events.setState({ coveredSince: BEFORE_ALL_TIMES });
  const nothing = () => Promise.reject(new Error('There is no terminal.'));
  const context = {
    stores,
    clock: systemClock,
    files: { suggest: (name: string) => name, write: nothing },
    terminal: { quit() {}, suspendToShell() {}, redraw() {}, copy: nothing },
  } as unknown as CommandContext;
  const theme = createTheme({ colour: true, ascii: false });
  const paint = createEventsPane({ stores, clock: systemClock, theme });
  const now = Date.parse('2026-03-02T09:00:00Z');
  const paintPage = createPagePane({ stores, clock: systemClock, theme });
  const isOnPage = () => openPageOf(stores.view.getState()) !== undefined;
  const frame = () => void (isOnPage() ? paintPage : paint)(SIZE, now);
  let arrived = 0;
  const arrive = () => {
    const live = read(
      events.slice(0, 20).map((event, index) => ({
        ...event,
        id: `key-${arrived}-${index}`,
        timestamp: new Date(now + arrived * 1000 + index).toISOString(),
      })),
    );
    arrived++;
    return timed(() => {
      stores.events.apply(live, LIVE);
      frame();
    });
  };
  const press = (id: string) => runCommand(context, commandById(id));
  const type = (text: string) => () => openFieldOf(context)?.type(text);
  let isMarking = false;
  const markAll = () => {
    const { marks } = stores.view.getState().events;
    isMarking = true;
    const stop = stores.view.subscribe(({ events: view }) => {
      if (view.marks !== marks) {
        isMarking = false;
        stop();
      }
    });
    void press('marks.add-all');
  };
  const settle = async () => {
    do {
      await new Promise((resolve) => setTimeout(resolve, SETTLED));
    } while (isMarking);
    frame();
    slices.runAll(frame);
  };
  const steps: readonly (readonly [string, () => void])[] = [
    ['the first frame', () => undefined],
    ['b (block hidden)', () => press('events.toggle-block')],
    ['b (shown again)', () => press('events.toggle-block')],
    ['a (allow hidden)', () => press('events.toggle-allow')],
    ['a (shown again)', () => press('events.toggle-allow')],
    ['= (each event a row)', () => press('events.toggle-folding')],
    ['= (repeats folded)', () => press('events.toggle-folding')],
    ['/', () => press('list.filter')],
    ['  r', type('r')],
    ['  e', type('e')],
    ['  a', type('a')],
    ['  ct', type('ct')],
    ['Enter', () => press('filter.keep')],
    ['n', () => press('list.next-match')],
    ['G', () => press('list.last')],
    ['/', () => press('list.filter')],
    ['  " host:ci-*"', type(' host:ci-*')],
    ['  " since:7d"', type(' since:7d')],
    ['Esc', () => press('filter.close')],
    ['query cleared', () => updatePane(stores.view, 'events', { text: '' })],
    ['n', () => press('list.next-match')],
    ['F', () => press('events.follow')],
    ['E (only unacknowledged)', () => press('events.toggle-unacknowledged')],
    ['E (all)', () => press('events.toggle-unacknowledged')],
    ['Space', () => press('marks.toggle')],
    ['*', markAll],
    ['Space, all marked', () => press('marks.toggle')],
    ['e, all marked', () => press('events.acknowledge')],
    ['e again', () => press('events.acknowledge')],
    ['U', () => press('marks.clear')],
    ['e', () => press('events.acknowledge')],
    ['acknowledge all', () => press('events.acknowledge-all')],
    ['  y', () => press('confirm.yes')],
    ['F', () => press('events.follow')],
    ['H', () => press('events.choose-range')],
    ['  Left', () => press('event-range.left')],
    ['  -', () => press('event-range.zoom-out')],
    ['  Enter', () => press('event-range.narrow')],
    ['Esc (all times)', () => updatePane(stores.view, 'events', { range: undefined })],
    ['# package', () => countBy(context, 'package')],
    ['Esc', () => closePage(context)],
    ['# reason', () => countBy(context, 'reason')],
    ['Esc', () => closePage(context)],
    ['# actor.args', () => countBy(context, 'actor.args')],
    ['Esc', () => closePage(context)],
    ['# id', () => countBy(context, 'id')],
    ['Esc', () => closePage(context)],
    ['f', () => press('list.choose-value')],
  ];
  const best = steps.map(() => [Infinity, Infinity, Infinity, Infinity]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [, act]] of steps.entries()) {
      const key = timed(() => {
        act();
        frame();
      });
      const arrivals: number[] = [];
      for (let count = 0; count < ARRIVALS && slices.isWaiting; count++) {
        slices.run(frame);
        arrivals.push(arrive());
      }
      slices.runAll(frame);
      const most = [[key], slices.times, slices.frames, arrivals].map((times) => Math.max(0, ...times));
      best[index] = most.map((time, place) => Math.min(time, best[index]?.[place] ?? time));
      slices.times.length = 0;
      slices.frames.length = 0;
      await settle();
    }
  }
  say(`keys over ${events.length} events`, 'key and frame', 'longest piece', 'frame between', '20 arrived');
  steps.forEach(([name], index) => say(`  ${name}`, ...(best[index] ?? []).map(inMilliseconds)));
}
