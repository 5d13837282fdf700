import { describe, expect, it, vi } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { discoverColumns, discoverFields } from '../../../src/stores/llm/llm-fields.ts';
import { selectVisibleLlmCalls } from '../../../src/stores/llm/select-llm-calls.ts';
import { selectPolicyFields } from '../../../src/stores/policy/select-policy.ts';
import { llmColumns } from '../../../src/ui/panes/llm/columns.ts';
import { draftNeeds } from '../../../src/ui/panes/policy/columns.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleSession, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';

/** Has every look at a field of an object throw. */
function breakField(object: object | undefined, field: string): void {
  Object.defineProperty(object, field, {
    get() {
      throw new TypeError(`no ${field}`);
    },
  });
}

const rowsWith = (lines: readonly string[], text: string) => lines.filter((line) => line.includes(text));

const UNSHOWN = 'cannot be shown: a fault in vigil';

describe('a part of the overview that cannot be drawn is a row that says so', () => {
  const TITLES = [
    'Newest blocks',
    'Outcomes',
    'Ecosystems',
    'Events a minute',
    'Recorded sessions',
    'Service',
  ];

  it.each([
    ['summary', 'outcomes', 'Outcomes'],
    ['summary', 'ecosystems', 'Ecosystems'],
    ['calendar', 'days', 'Recorded sessions'],
    ['health', 'database', 'Service'],
  ] as const)('where the %s cannot be read in its %s', async (store, field, missing) => {
    const context = createFilledContext();
    breakField(context.stores[store].getState().data, field);
    const screen = await renderConsole(context, { fails: true, columns: 160, rows: 50 });
    expect(rowsWith(screen.lines, UNSHOWN)).toHaveLength(1);
    expect(TITLES.filter((title) => !screen.text.includes(title))).toEqual([missing]);
    await screen.press('j');
    expect(screen.text).toContain('▌');
  });

  it.each([
    [160, 50, 'figures'],
    [100, 30, 'The summary'],
  ])('and so are the figures on %d by %d', async (columns, rows, what) => {
    const context = createFilledContext();
    vi.spyOn(context.stores.blockCounts, 'getState').mockImplementation(() => {
      throw new TypeError('no counts');
    });
    const screen = await renderConsole(context, { fails: true, columns, rows });
    expect(screen.text).toContain(`${what} ${UNSHOWN}.`);
    expect(screen.text).toContain('Newest blocks');
  });
});

it('a row of a page that cannot be drawn is one row that says so', async () => {
  const context = createFilledContext();
  const clientId = asUntrusted('client-1');
  openPage(context, { kind: 'agent', agentId: undefined, clientId });
  const sessions = [60, 120, 180].map((age, index) =>
    sampleSession(`s${index}`, age, { first_prompt: `Prompt number ${index}` }),
  );
  breakField(sessions[1], 'first_prompt');
  receive(context.stores.machineSessions, { clientId, sessions, total: 3, isRead: true }, NOW);
  const screen = await renderConsole(context, { fails: true, columns: 160, rows: 75 });
  expect(rowsWith(screen.lines, `This row ${UNSHOWN}.`)).toHaveLength(1);
  expect(screen.text).toContain('Prompt number 0');
  expect(screen.text).toContain('Prompt number 2');
});

describe('a message of a transcript', () => {
  async function open(method: 'read' | 'sizeOf', broken: number, ...keys: readonly string[]) {
    const context = createTestContext();
    context.stores.view.setState({ tab: 'sessions' });
    const session = sampleSession('s1', 60);
    context.stores.sessions.setState({ data: listingOf([session]), receivedAt: NOW });
    const screen = await renderConsole(context, { fails: true, columns: 120, rows: 40 });
    await screen.press(KEYS.enter);
    const transcript = sampleTranscript();
    const whole = transcript[method].bind(transcript) as (index: number) => never;
    transcript[method] = (index: number) => {
      if (index === broken) {
        throw new TypeError(`no ${method}`);
      }
      return whole(index);
    };
    context.stores.transcript.setState({ data: openTranscriptOf('s1', transcript, { session }) });
    await screen.draw();
    await screen.press(...keys);
    return screen;
  }

  it('that cannot be read is one row that says so, on which the cursor stands as on others', async () => {
    const screen = await open('read', 2);
    expect(rowsWith(screen.lines, `This message ${UNSHOWN}.`)).toHaveLength(1);
    expect(screen.text).toContain('Fix the flaky test');
    expect(screen.text).toContain('Thanks');
    await screen.press('J', 'J');
    expect(rowsWith(screen.lines, '▌')[0]).toContain('This message');
    await screen.press('J');
    expect(rowsWith(screen.lines, '▌')[0]).toContain('user');
  });

  it('whose heading cannot be drawn has one that says so; the others are whole', async () => {
    const screen = await open('sizeOf', 2, 'J', 'J', KEYS.enter);
    expect(rowsWith(screen.lines, `This message ${UNSHOWN}.`)).toHaveLength(1);
    expect(screen.text).toContain('Thanks');
  });

  it('that cannot be read is one row of the outline', async () => {
    const screen = await open('read', 0, 'O');
    expect(rowsWith(screen.lines, `This row ${UNSHOWN}.`)).toHaveLength(1);
    expect(screen.text).toContain('Thanks');
  });
});

describe('a row that cannot be measured leaves the columns to the others', () => {
  const theme = createTheme({ colour: false, ascii: false });

  it('of the agents', async () => {
    const context = createFilledContext();
    breakField(context.stores.agents.getState().data?.rows[0], 'username');
    const screen = await renderConsole(context, { fails: true, columns: 160, rows: 40 });
    await screen.press('3');
    expect(rowsWith(screen.lines, `This row ${UNSHOWN}.`)).toHaveLength(1);
    expect(screen.text).toContain('build-01');
  });

  it('of the LLM calls', () => {
    const { stores } = createFilledContext();
    const rows = selectVisibleLlmCalls(stores);
    const fields = discoverFields(rows);
    const discovered = discoverColumns(rows);
    const looks = { theme, now: NOW, timeStyle: 'utc', fields, sort: undefined } as const;
    const widths = () =>
      llmColumns(discovered, rows, { ...looks, hostByClient: new Map(), faults: stores.faults }).map(
        ({ width }) => width,
      );
    const before = widths();
    breakField(rows[0]?.fields, 'input_tokens');
    expect(widths()).toEqual(before);
    expect(stores.faults.all).toMatchObject([{ doing: 'sizing columns' }]);
  });

  it('of the policy', () => {
    const { stores } = createFilledContext();
    const fields = selectPolicyFields(stores);
    const before = draftNeeds(fields, theme, stores.faults);
    breakField(fields[0], 'draft');
    expect(draftNeeds(fields, theme, stores.faults)).toBe(before);
    expect(stores.faults.all).toMatchObject([{ doing: 'sizing columns' }]);
  });
});
