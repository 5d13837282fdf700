import { beforeEach, describe, expect, it, vi } from 'vitest';

import CORPUS from '../fixtures/hostile-text.json' with { type: 'json' };
import { healthSchema } from '../../src/contract/health.ts';
import { PROSE } from '../fixtures/prose.ts';
import { createTestContext, type TestContext } from '../helpers/command-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent, samplePolicy } from '../helpers/sample-data.ts';

/** A name that looks like `evil`, beside prose of which the same letters are no more than letters. */
const LOOKALIKE = 'ev\u0456l';

let context: TestContext;
let screen: RenderedConsole;

const text = () => screen.text.replaceAll('\u2800', ' ');
const blocked = (reasons: readonly string[]) =>
  reasons.map((reason, index) => ({ name: `evil-${index}`, reason }));

async function show(policy: ReturnType<typeof samplePolicy>): Promise<void> {
  context.stores.view.setState({ tab: 'policy' });
  context.stores.policy.setState({ data: policy });
  context.stores.view.setState(({ policy: pane }) => ({ policy: { ...pane, cursor: 'blocked_packages' } }));
  screen = await renderConsole(context, { columns: 120, rows: 45 });
  await context.clock.advance(1000);
}

/** A dialog takes no key before somebody can have read it. */
async function press(...keys: readonly string[]): Promise<void> {
  await screen.press(...keys);
  await context.clock.advance(1000);
}

beforeEach(() => {
  context = createTestContext();
});

describe('what people wrote for people', () => {
  const reasons = PROSE.map(([, prose]) => prose);

  it('is shown as it was written in the detail and the editor of a list, and in the review', async () => {
    await show(samplePolicy({}, { blocked_packages: blocked(reasons), name: 'Büro Köln' }));
    expect(text()).toContain('policy Büro Köln');
    await press('p');
    await press(KEYS.enter);
    for (const [index, reason] of reasons.entries()) {
      expect(text()).toContain(`evil-${index}, reason ${reason}`);
    }
    await press(KEYS.escape);
    context.stores.policyDraft.replace(samplePolicy({}, { blocked_packages: blocked(reasons) }), {
      blocked_packages: blocked(reasons.map((reason) => `${reason}!`)),
    });
    await press('W');
    // The run of changes is folded.
    await press(KEYS.enter);
    for (const [index, reason] of reasons.entries()) {
      if (index > 0) {
        expect(text()).toContain(`→ evil-${index}, reason ${reason}!`);
      }
    }
    // What has no room in its row is whole behind it.
    await press('j');
    await press(KEYS.enter);
    expect(text()).toMatch(new RegExp(`before +evil-0, reason ${reasons[0]}`));
    expect(text()).toContain(`evil-0, reason ${reasons[0]}!`);
    expect(screen.dropped).toBe(0);
  });

  it.each(PROSE)('is edited in its letters and kept to the byte: %s', async (_script, prose) => {
    const stored = [{ name: LOOKALIKE, reason: prose }];
    await show(samplePolicy({}, { blocked_packages: stored }));
    await press(KEYS.enter);
    await press('e');
    expect(text()).toContain(`⚑ ev\\u{456}l, reason ${prose}`);
    expect(text()).toContain(`{"name":"ev\\u0456l","reason":"${prose}"}`);
    await screen.press(...Array<string>(2).fill('\u001b[D'), '!', KEYS.enter);
    expect(context.stores.policyDraft.getState().changes).toEqual({
      blocked_packages: [{ name: LOOKALIKE, reason: `${prose}!` }],
    });
  });

  it('is shown as it was typed in the question before an agent is suspended', async () => {
    context.stores.agents.setState({ data: listingOf([sampleAgent('agent-1')]) });
    context.stores.view.setState({ tab: 'agents' });
    screen = await renderConsole(context, { columns: 100, rows: 30 });
    await press('S');
    await press(...'Захват записи', KEYS.enter);
    expect(text()).toMatch(/reason +Захват записи/);
    await screen.press('y');
    await vi.waitFor(() => expect(context.sync.agentRequests).toMatchObject([{ reason: 'Захват записи' }]));
  });
});

describe('a name that looks like another one', () => {
  const agent = sampleAgent('agent-1', { hostname: 'build-\u0430' });

  it('is shown by its escaped letter in the question, and where it is said what was done', async () => {
    context.stores.agents.setState({ data: listingOf([agent]) });
    context.stores.view.setState({ tab: 'agents' });
    screen = await renderConsole(context, { columns: 100, rows: 30 });
    await press('S');
    expect(text()).toMatch(/host +⚑ build-\\u\{430\}/);
    await press(KEYS.enter);
    expect(text()).toMatch(/host +⚑ build-\\u\{430\}/);
    await screen.press('y');
    await vi.waitFor(() => expect(context.sync.agentRequests).toHaveLength(1));
    expect(context.stores.view.getState().messages.map((message) => message.text)).toContain(
      'Suspending build-\\u{430}',
    );
    expect(text()).not.toContain('\u0430');
  });

  it('is none in the state of the service', async () => {
    context.stores.health.setState({
      data: healthSchema.parse({ status: '\u043ek', version: '1.\u043e', database: 'c\u043ennected' }),
      receivedAt: NOW,
    });
    context.stores.view.setState({ tab: 'overview' });
    screen = await renderConsole(context, { columns: 240, rows: 45 });
    await context.clock.advance(1000);
    expect(text()).toContain('version 1.\\u{43e}');
    expect(text()).toContain('database c\\u{43e}nnected');
    expect(text()).not.toContain('\u043e');
  });
});

describe('what somebody else wrote as prose', () => {
  it('shows what acts or hides in it as tokens', async () => {
    const hostile = CORPUS.cases.map(({ input }) => input.slice(0, 200).replaceAll(/[\n\r]/g, ''));
    await show(samplePolicy({}, { blocked_packages: blocked(hostile) }));
    await press(KEYS.enter);
    for (let top = 0; top < hostile.length; top += 20) {
      for (const row of screen.lines.filter((line) => line.includes('reason'))) {
        expect(row).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
      }
      await screen.press(KEYS.pageDown);
    }
    expect(screen.dropped).toBe(0);
  });

  it('moves nothing that stands beside it: before the next cell stands what counts as a letter from left to right', async () => {
    const reasons = ['שלום 12'];
    context.stores.view.setState({ tab: 'events' });
    context.stores.events.apply(
      [sampleEvent('e1', 10, { payload: { reasons } }), sampleEvent('e2', 20, { payload: { reasons } })],
      { at: NOW, fromHistory: false },
    );
    screen = await renderConsole(context, { columns: 160, rows: 30 });
    await context.clock.advance(1000);
    const rows = screen.lines.filter((line) => line.includes('שלום'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toContain('שלום 12\u2800');
    }
  });
});
