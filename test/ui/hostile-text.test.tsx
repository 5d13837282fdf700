import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { openPage } from '../../src/commands/page-stack.ts';
import { eventSchema } from '../../src/contract/event.ts';
import { asUntrusted } from '../../src/lib/untrusted.ts';
import { reasonTemplate } from '../../src/stores/dossier/page-subject.ts';
import { notify, openDialog } from '../../src/commands/command.ts';
import { noteFailure, receive } from '../../src/stores/resource-store.ts';
import { TABS, updatePane } from '../../src/stores/view-store.ts';
import type { Frame } from '../../src/terminal/screen/cell-row.ts';
import { ScreenWriter } from '../../src/terminal/screen/screen-writer.ts';
import CORPUS from '../fixtures/hostile-text.json' with { type: 'json' };
import { run, type TestContext } from '../helpers/command-context.ts';
import { operationsFrom } from '../helpers/journal-entries.ts';
import { createHostileContext } from '../helpers/hostile-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../helpers/rendered-console.tsx';
import { NOW } from '../helpers/sample-data.ts';
import { createEmulator, NO_MISDEEDS, watchEmulator } from '../helpers/watched-emulator.ts';

const SIZE = { columns: 160, rows: 45 } as const;

type Visit = (what: string) => Promise<void>;

/** What the feed shows beyond its list: folded and acknowledged events, menus of values, filters and ranges of them. */
async function visitFeed(
  { stores, clock }: TestContext,
  screen: RenderedConsole,
  see: (what: string, ...keys: readonly string[]) => Promise<void>,
): Promise<void> {
  const [newest] = stores.events.getState().rows;
  const again = [0, 1].map((index) =>
    eventSchema.parse({ ...newest?.event.raw, id: `${newest?.id}, ${index} times again` }),
  );
  stores.events.apply(again, { at: NOW, fromHistory: false });
  await see('the detail of a folded row', 'F', 'g', 'p');
  await see('the end of it', KEYS.tab, 'G');
  await see('the detail of an acknowledged row', KEYS.tab, 'g', 'e');
  await see('the end of that', KEYS.tab, 'G');
  await see('marked events', KEYS.tab, 'p', 'g', ' ');
  await see('the menu of values', 'g', 'f');
  await see('the end of the menu of values', ...Array<string>(12).fill(KEYS.down));
  await clock.advance(500);
  await see('the feed with a value alone', KEYS.enter);
  await see('the filter field with a value', '/');
  await screen.press(KEYS.escape);
  updatePane(stores.view, 'events', { text: '' });
  for (const field of ['package', 'host', 'reason', 'command', 'version', 'client']) {
    await see(`values of ${field} to choose from`, '/', ...`${field}:`);
    await see(`a value of ${field}`, KEYS.tab);
    await see(`the next value of ${field}`, KEYS.tab);
    await screen.press(KEYS.escape);
  }
  await see('a range of times', 'H', 'left', '-');
  await clock.advance(500);
  await see('the feed in a range of times', KEYS.enter);
  expect(stores.view.getState().dialogs).toEqual([]);
  await screen.press('U');
  updatePane(stores.view, 'events', { text: '', range: undefined });
}

/** What can be taken away: the menus of it, text shown by itself, the name of a file. */
async function visitCopies(
  { stores, clock }: TestContext,
  screen: RenderedConsole,
  see: (what: string, ...keys: readonly string[]) => Promise<void>,
  what: string,
): Promise<void> {
  await see(`what can be copied of ${what}`, 'y');
  await see(`the end of that of ${what}`, KEYS.up);
  await clock.advance(500);
  await see(`what can be shown plainly of ${what}`, KEYS.enter);
  await clock.advance(500);
  await see(`${what}, shown plainly`, KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toBe('plain');
  await see(`the end of ${what}, shown plainly`, 'G');
  await screen.press(KEYS.escape, KEYS.escape, KEYS.escape);
  await see(`what can be exported of ${what}`, 'x');
  await clock.advance(500);
  await see(`where to export ${what}`, KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toMatch(/text|choice/);
  await screen.press(KEYS.escape, KEYS.escape, KEYS.escape);
}

/** What was typed earlier, in this text too, and what it is offered as. */
async function visitFilters(
  { stores }: TestContext,
  screen: RenderedConsole,
  text: string,
  see: (what: string, ...keys: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const list of ['events', 'agents', 'sessions', 'llm', 'policy'] as const) {
    stores.filterMemory.remember(list, text);
    stores.filterMemory.save({ name: `saved ${text}`, list, text, others: {} });
  }
  for (const [index, list] of (['events', 'agents', 'sessions', 'llm', 'policy'] as const).entries()) {
    await see(`an earlier filter of ${list}`, `${index + 2}`, '/', KEYS.up);
    await see(`an earlier filter of ${list} with more behind it`, ...' host:');
    await see(`that of ${list}, completed`, KEYS.tab);
    await screen.press(KEYS.escape);
    updatePane(stores.view, list, { text: '' });
  }
  await see('the palette with filters', ':', ...'saved');
  await screen.press(KEYS.escape);
  await see('the palette with what is under the cursor', '3', 'g', ':', 'd', 'o', 's');
  await screen.press(KEYS.escape);
}

/** What is asked before agents are acted on, what changed of them meanwhile, and what became of them. */
async function visitActions(
  context: TestContext,
  screen: RenderedConsole,
  text: string,
  see: (what: string, ...keys: readonly string[]) => Promise<void>,
): Promise<void> {
  const { stores } = context;
  const { data } = stores.agents.getState();
  const agents = data?.rows ?? [];
  const unseen = { filteredOut: agents, offScreen: agents, skipped: agents, undoes: undefined };
  await screen.press('3', 'g');
  for (const some of [agents.slice(0, 1), agents]) {
    for (const step of ['reason', 'confirmation'] as const) {
      const plan = { action: 'hard-delete', agents: some, ...unseen } as const;
      openDialog(context, { kind: 'agent-action', plan, step, reason: text });
      await see(`the ${step} of deleting ${some.length} agents`, 'x');
      await screen.press(KEYS.escape);
    }
    const undoes = { action: 'suspend', reason: text, at: NOW, agents: some } as const;
    const plan = { action: 'reactivate', agents: some, ...unseen, undoes } as const;
    openDialog(context, { kind: 'agent-question', plan, isResend: false });
    await see(`undoing of ${some.length} agents`);
    stores.agents.setState({
      data: data && { ...data, rows: agents.map((agent) => ({ ...agent, status: asUntrusted(`${text}!`) })) },
    });
    await see(`what changed of ${some.length} agents`);
    stores.agents.setState({ data });
    await screen.press(KEYS.escape);
  }
  const items = agents.map((agent) => ({
    agent,
    state: 'unknown' as const,
    sentence: text,
    after: undefined,
    mayResend: true,
  }));
  const run = {
    action: 'suspend',
    reason: text,
    isUndo: false,
    items,
    phase: 'stopped',
    stop: text,
  } as const;
  stores.agentRun.setState({ run: { ...run, startedAt: NOW, pace: { since: 0, from: 0 } } });
  openDialog(context, { kind: 'agent-results', cursor: undefined, onlyProblems: false });
  await see('results of an action', 'j');
  await screen.press(KEYS.escape);
  stores.agentRun.setState({ run: undefined });
}

/** Goes through the journal of writes on agents whose names and refusals hold the text. */
async function visitJournal(
  context: TestContext,
  see: (what: string, ...keys: string[]) => Promise<void>,
  text: string,
) {
  const target = { id: text === '' ? 'agent' : text, hostname: text };
  context.sync.journal = {
    operations: operationsFrom(
      { operation: text, target, reason: text, before: { [text]: text } },
      {
        operation: text,
        target,
        step: 'verdict',
        verdict: 'refused',
        sentence: text,
        after: { status: text },
      },
    ),
    damaged: 0,
  };
  run(context, 'journal.open');
  await see('the journal', 'j');
  await see('a change of the journal', KEYS.enter);
  await see('what can be copied of the journal', KEYS.escape, 'y');
  await see('what can be exported of the journal', KEYS.escape, 'x');
  await see('a journal without it', KEYS.escape, 'f', KEYS.escape);
}

/** Goes through everything that can be shown, and says when there is something new to see. */
async function visitAll(
  context: TestContext,
  screen: RenderedConsole,
  text: string,
  visit: Visit,
): Promise<void> {
  const { stores, clock } = context;
  const see = async (what: string, ...keys: readonly string[]) => {
    await screen.press(...keys);
    await visit(what);
  };
  for (const [index, tab] of TABS.entries()) {
    await see(tab, `${index + 1}`);
    await see(`what can be copied of ${tab}`, 'y');
    await see(`what can be exported of ${tab}`, KEYS.escape, 'x');
    await screen.press(KEYS.escape);
    await see(`${tab}, the detail`, 'p');
    await see(`${tab}, the detail alone`, 'z');
    await screen.press('z', 'p');
  }
  await see('suspending an agent', '3', 'j', 'g', 'S');
  await see('its refusal', KEYS.escape, 'G', 'S');
  await see('deleting an agent', 'g', 'D');
  await screen.press(KEYS.escape);
  await visitActions(context, screen, text, see);
  await visitJournal(context, see, text);
  await clock.advance(60_000);
  await see('days', '4', 'd');
  await see('days of another month', '\u001b[5~', KEYS.up);
  await see('projects', KEYS.escape, 'f', KEYS.enter);
  await see('a project', KEYS.down, KEYS.down, KEYS.enter);
  await see('clients', 'c');
  await see('the last of the clients', ...Array<string>(8).fill(KEYS.down));
  await clock.advance(500);
  await see('the sessions of a client', KEYS.enter);
  await screen.press(KEYS.escape, KEYS.escape);
  await see('totals of LLM calls', '5', 'v');
  await see('the detail of totals', 'p');
  await screen.press('p');
  await see('LLM calls of totals', 'j', KEYS.enter);
  await see('sorting of LLM calls', 's');
  await screen.press(KEYS.escape, KEYS.escape, '4');
  await screen.press(KEYS.escape, 'g');
  await see('a transcript', KEYS.enter);
  await see('a transcript with tools', 'T', 'T', 'G');
  await see('the outline of a transcript', 'O');
  await see('the outline of a transcript, filtered', '/', 'a', KEYS.enter);
  await screen.press('q');
  await see('a transcript, searched', 'q', '/', 'a', KEYS.enter);
  await screen.press('g');
  await visitCopies(context, screen, see, 'a message');
  await see('what is related to a transcript', 'o');
  await screen.press(KEYS.escape);
  await see('a transcript as JSON', 'M', 'g');
  await see('a transcript sideways', 'w', 'right');
  await screen.press('q', '6', 'g');
  await see('a list of the policy', 'G', 'k', KEYS.enter);
  await screen.press('x', KEYS.escape);
  await see('a draft');
  await see('the review', 'W');
  await see('the end of the review', 'G');
  await screen.press(KEYS.escape);
  await see('an element of the list', KEYS.enter, KEYS.enter);
  await see('a new element of the list', KEYS.escape, 'a');
  await see('a field of a new element', 'x', KEYS.enter);
  await screen.press(KEYS.escape);
  await see('the list, searched', '/', 'a', KEYS.enter);
  await screen.press(KEYS.escape, KEYS.escape);
  const policy = stores.policy.getState().data;
  if (policy !== undefined) {
    const before = {
      ...policy,
      rules: { [text]: text },
      blocked_packages: [],
      blocked_maintainers: [{ name: text }],
    };
    stores.policyDraft.replace(before, {
      blocked_maintainers: [{ name: text, reason: text }],
      [text]: 'mine',
    });
    await see('a draft over what others changed', 'G', 'p');
    await see('what others changed', 'G', 'k', 'p', 'p');
    await see('a conflict', KEYS.enter);
    await see('a conflict, reviewed', KEYS.escape, 'W');
    stores.policyDraft.replace(before, { min_scorecard: 1 });
    await see('a review of what others changed', 'W');
    await screen.press(KEYS.escape);
    stores.policyDraft.discard();
    context.versions.push(
      { hash: 'b', seenAt: NOW, policy },
      { hash: 'a', seenAt: NOW - 1000, policy: before },
    );
    await see('versions of the policy', 'Z');
    await see('a comparison of versions', 'G', KEYS.enter);
    await screen.press(KEYS.escape, KEYS.escape, 'p');
  }
  await screen.press(KEYS.escape);
  await screen.press(KEYS.escape, KEYS.escape, '2');
  const clientId = stores.agents.getState().data?.rows[0]?.client_id;
  const sessions = stores.sessions.getState().data?.rows ?? [];
  if (clientId !== undefined) {
    receive(stores.machineSessions, { clientId, sessions, total: undefined, isRead: true }, NOW);
  }
  const name = asUntrusted(text);
  for (const subject of [
    { kind: 'agent', agentId: undefined, clientId },
    { kind: 'package', ecosystem: name, name },
    { kind: 'reason', template: reasonTemplate(text) },
  ] as const) {
    openPage(context, subject);
    await see(`a page about: ${subject.kind}`);
    await see(`the middle of a page about: ${subject.kind}`, KEYS.pageDown);
    await see(`the end of a page about: ${subject.kind}`, 'G');
    await see(`what can be copied of a page about: ${subject.kind}`, 'y');
    await see(`what can be exported of a page about: ${subject.kind}`, KEYS.escape, 'x');
    await screen.press(KEYS.escape);
    await see(`what is related to: ${subject.kind}`, 'o');
    await screen.press(KEYS.escape);
  }
  await screen.press('q', 'q', 'q');
  await visitFeed(context, screen, see);
  await visitCopies(context, screen, see, 'the feed');
  await visitFilters(context, screen, text, see);
  await see('the API log', '!');
  await see('the end of the API log', 'G');
  await see('help', 'q', '3', 'G', '?');
  await see('help, searched', '/', 'a', KEYS.enter, 'n');
  await screen.press('q');
  notify(context, `Refused: ${text}`, 'bad');
  updatePane(stores.view, 'events', { text });
  await see('a message', '2');
  updatePane(stores.view, 'events', { text: '' });
  await see('messages', ':', ...'messages', KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toBe('messages');
  await see('the end of the messages', 'G');
  await screen.press(KEYS.escape);
  noteFailure(stores.agents, { message: `The answer begins: ${text}`, at: NOW, status: 200 });
  await see('a failure', '3');
  stores.connection.setState({ stopped: `The server refuses the key (401): ${text}` });
  await see('all stopped', '2');
}

/** What must be where, whatever stands beside it: the words in the first rows of a list, under their heading. */
const VERDICTS: Readonly<Record<string, readonly [heading: string, ...verdicts: readonly string[]]>> = {
  events: ['OUTCOME', '✖ BLOCK', '▲ REVIEW', '· allow'],
  agents: ['STATUS', '● active', '❚❚ suspended', '✖ deleted'],
};
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  events: ['TIME', 'OUTCOME', 'PACKAGE', 'VERSION', 'FROM', 'HOST', 'TYPE', 'REASON'],
  agents: ['STATUS', 'HOST', 'USER', 'OS', 'ARCH', 'VERSION', 'LAST SEEN', 'FLAGS'],
  sessions: ['ACTIVE', 'PROJECT', 'BRANCH', 'HOST'],
};

/** Under these there is nothing but ASCII and tokens. */
const IDENTIFIERS = ['PACKAGE', 'VERSION', 'FROM', 'HOST', 'TYPE', 'USER', 'OS', 'ARCH', 'PROJECT', 'BRANCH'];

function expectAligned(tab: string, frame: Frame): void {
  const heading = HEADINGS[tab];
  if (heading === undefined) {
    return;
  }
  // A strip may stand above the list.
  const place = frame.findIndex(({ glyphs }) =>
    heading.every((title) => glyphs.join('').includes(` ${title}`)),
  );
  const titles = frame[place]?.glyphs.join('') ?? '';
  const starts = heading.map((title) => titles.indexOf(` ${title}`) + 1);
  expect(starts.filter((start) => start === 0)).toEqual([]);
  const rows = frame.slice(place + 1, place + 5).map(({ glyphs }) => glyphs);
  expect(rows.flatMap((glyphs) => starts.slice(1).map((start) => glyphs.slice(start - 2, start)))).toEqual(
    Array(4 * (starts.length - 1)).fill([' ', ' ']),
  );
  const identifiers = heading.flatMap((title, index) =>
    IDENTIFIERS.includes(title) && index + 1 < starts.length
      ? rows.map((glyphs) => glyphs.slice(starts[index], starts[index + 1]).join(''))
      : [],
  );
  for (const shown of identifiers) {
    expect(shown).toMatch(/^(⚑ )?[ -~…–\u2400-\u2421×]*$/);
  }
  const [under, ...verdicts] = VERDICTS[tab] ?? [];
  const start = starts[heading.indexOf(under ?? '')] ?? 0;
  const told = rows.map((glyphs) =>
    glyphs
      .slice(start, start + 14)
      .join('')
      .replaceAll(/ +/g, ' '),
  );
  for (const [index, verdict] of verdicts.entries()) {
    expect(
      told.some((words) => words.startsWith(verdict)),
      `${index}: ${told.join('|')}`,
    ).toBe(true);
  }
}

const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u2422-\u243f]|(?! )\p{Zs}/u;

/** Shows the text everywhere and expects that it did nothing but show itself. */
async function expectHarmless(text: string): Promise<void> {
  const context = createHostileContext(text);
  const screen = await renderConsole(context, { ...SIZE, colour: true });
  const emulator = createEmulator(SIZE.columns, SIZE.rows);
  const misdeeds = watchEmulator(emulator);
  const output = {
    write(bytes: Uint8Array): number {
      emulator.write(bytes);
      return bytes.length;
    },
  };
  emulator.write('\u001b[?7l\u001b[?25l\u001b[?2004h');
  const writer = new ScreenWriter({ output, clock: context.clock, ...SIZE });
  writer.start();
  await visitAll(context, screen, text, async (what) => {
    const { frame } = screen;
    const shown = screen.text;
    expect(shown, what).not.toMatch(new RegExp(`(?!\\n)(?:${UNSEEN.source})`, 'u'));
    expect(screen.lines[1], what).toContain('2 Events');
    expectAligned(what, frame);
    writer.show(frame);
    await new Promise<void>((resolve) => emulator.write('', resolve));
    for (const [row, { glyphs }] of frame.entries()) {
      const line = emulator.buffer.active.getLine(row);
      if (line?.translateToString() === glyphs.join('')) {
        continue;
      }
      const wrong = glyphs.findIndex(
        (glyph, column) => /^[ -~]$/.test(glyph) && (line?.getCell(column)?.getChars() || ' ') !== glyph,
      );
      expect(wrong, `${what}, row ${row}: ${line?.translateToString()}`).toBe(-1);
    }
  });
  expect(misdeeds).toEqual(NO_MISDEEDS);
  expect(emulator.modes).toMatchObject({
    bracketedPasteMode: true,
    wraparoundMode: false,
    insertMode: false,
  });
  expect(screen.dropped + writer.dropped).toBe(0);
  emulator.dispose();
}

beforeAll(async () => {
  // What is loaded when it is first needed would come too late for the first look.
  await import('../../src/commands/export/choose-copy.ts');
  await import('../../src/commands/export/choose-export.ts');
  await import('../../src/commands/pager/choose-copy.ts');
  await import('../../src/commands/pager/choose-export.ts');
});

describe('text of the hostile corpus in every field of every screen', () => {
  it.each(CORPUS.cases.map(({ name, input }) => [name, input] as const))('%s', async (_name, input) => {
    await expectHarmless(input);
  });
});

it('any text in every field of every screen', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]52;c;eA==\u0007',
      '\u009b31m',
      '\u202e',
      'क्ष',
      'กำ',
      '\u1112\u1161',
      '👍🏿',
      '\r',
      '\n',
    ),
  );
  const texts = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  await fc.assert(fc.asyncProperty(texts, expectHarmless), { numRuns: 5, endOnFailure: true });
}, 120_000);
