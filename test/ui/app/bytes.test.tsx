import { beforeEach, describe, expect, it } from 'vitest';

import { agentSchema } from '../../../src/contract/agent.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { createStores } from '../../../src/stores/stores.ts';
import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { makeFeed } from '../../bench/terminal/feed.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW } from '../../helpers/sample-data.ts';

const SIZE = { columns: 160, rows: 45 } as const;
/** More than one slice of a filter looks at. */
const EVENTS = 6000;

let context: TestContext;
let slices: ManualSlices;
let screen: RenderedConsole;
let bytesTo: (frame: Frame, isOther?: boolean) => number;

beforeEach(async () => {
  slices = new ManualSlices();
  context = { ...createTestContext(), stores: createStores({ slices }) };
  const { stores } = context;
  const feed = makeFeed(EVENTS, NOW);
  const { body } = feed.page(new URLSearchParams({ limit: String(EVENTS) }), EVENTS);
  const { events } = JSON.parse(body) as { readonly events: readonly unknown[] };
  receive(stores.agents, listingOf(feed.agents.map((agent) => agentSchema.parse(agent))), NOW);
  stores.events.apply(
    events.map((event) => eventSchema.parse(event)),
    { at: NOW, fromHistory: false },
  );
  stores.events.setState({ receivedAt: NOW, completeThrough: NOW });
  screen = await renderConsole(context, { ...SIZE, colour: true });
  await screen.press('2');
  let written = 0;
  const output = { write: ({ length }: Uint8Array) => (written += length) && length };
  const writer = new ScreenWriter({ output, clock: context.clock, ...SIZE });
  writer.start();
  bytesTo = (frame, isOther) => {
    written = 0;
    writer.show(frame, undefined, isOther);
    return written;
  };
  bytesTo(screen.frame);
});

async function bytesFor(key: string): Promise<number> {
  await screen.press(key);
  return bytesTo(screen.frame);
}

async function bytesForAll(keys: readonly string[]): Promise<readonly number[]> {
  const sizes: number[] = [];
  for (const key of keys) {
    sizes.push(await bytesFor(key));
  }
  return sizes;
}

function mean(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

describe('on a screen of 160 columns and 45 rows, the feed', () => {
  it('shows a page in at most 3,100 bytes', async () => {
    await bytesFor(KEYS.pageDown);
    expect(mean(await bytesForAll(Array<string>(12).fill(KEYS.pageDown)))).toBeLessThanOrEqual(3100);
  });

  it('comes in the place of another pane, each row erased first, in at most 6,700 bytes; agents with their bars in 7,400', async () => {
    for (const [tab, most] of [
      ['3', 7400],
      ['2', 6700],
      ['6', 6700],
      ['2', 6700],
    ] as const) {
      const { paneChanges } = screen;
      await screen.press(tab);
      expect(screen.paneChanges).toBe(paneChanges + 1);
      expect(bytesTo(screen.frame, true)).toBeLessThanOrEqual(most);
      await screen.press(KEYS.down);
      expect(screen.paneChanges).toBe(paneChanges + 1);
      bytesTo(screen.frame);
    }
  });

  it('scrolls by a row in at most 220 bytes', async () => {
    await bytesFor(KEYS.pageDown);
    expect(mean(await bytesForAll(Array<string>(20).fill(KEYS.down)))).toBeLessThanOrEqual(220);
  });

  it('takes a key of a filter that hides nothing in at most 32 bytes, while and after it is looked for', async () => {
    await bytesForAll(['/', 'e']);
    slices.runAll();
    await screen.draw();
    bytesTo(screen.frame);
    for (const key of ['v', 't']) {
      const typed = await bytesFor(key);
      expect(slices.isWaiting).toBe(true);
      slices.runAll();
      await screen.draw();
      expect(typed + bytesTo(screen.frame)).toBeLessThanOrEqual(32);
    }
    expect(screen.text).toContain('6,000 shown');
  });

  it('tells how far a filter has come when it is slow', async () => {
    await bytesForAll(['/', 'e']);
    await context.clock.advance(300);
    slices.run();
    await bytesFor('v');
    expect(screen.text).toContain('filtering, ');
  });
});
