import { expect } from 'vitest';

import { notify } from '../../../src/commands/base/command.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { reasonTemplate } from '../../../src/stores/events/reason-template.ts';
import { noteFailure, receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import type { NextText } from '../../helpers/hostile-organization.ts';
import { KEYS, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { NOW } from '../../helpers/sample-data.ts';
import {
  visitActions,
  visitCopies,
  visitFeed,
  visitFilters,
  visitHunt,
  visitJournal,
  visitSearch,
  type See,
} from './visit-parts.ts';

/** Goes through everything that can be shown, and says when there is something new to see. */
export async function visitAll(
  context: TestContext,
  screen: RenderedConsole,
  text: NextText,
  visit: (what: string) => Promise<void>,
): Promise<void> {
  const { stores, clock } = context;
  const see: See = async (what, ...keys) => {
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
  await visitSearch(context, see, text);
  await visitHunt(context, see, text);
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
    const rule = text();
    const name = text();
    const before = {
      ...policy,
      rules: { [rule]: text() },
      blocked_packages: [],
      blocked_maintainers: [{ name }],
    };
    stores.policyDraft.replace(before, {
      blocked_maintainers: [{ name, reason: text() }],
      [rule]: 'mine',
    });
    await see('a draft over what others changed', 'G', 'p');
    await see('what others changed', 'G', 'k', 'p', 'p');
    await see('a conflict', KEYS.enter);
    await see('a conflict, reviewed', KEYS.escape, 'W');
    stores.policyDraft.replace(before, { min_scorecard: 1 });
    await see('a review of what others changed', 'W');
    await screen.press(KEYS.escape);
    stores.policyDraft.discard();
    context.versions.push({ id: 'b', seenAt: NOW, policy }, { id: 'a', seenAt: NOW - 1000, policy: before });
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
  const [first] = stores.events.getState().rows;
  const newest = first?.event;
  for (const subject of [
    { kind: 'agent', agentId: undefined, clientId },
    {
      kind: 'package',
      ecosystem: newest?.subject?.ecosystem,
      name: newest?.subject?.package ?? asUntrusted(text()),
    },
    { kind: 'reason', template: reasonTemplate(newest?.payload?.reasons?.[0] ?? text()) },
    { kind: 'count', of: 'events', by: 'package', within: [] },
    { kind: 'count', of: 'events', by: 'reason', within: [{ field: 'host', value: asUntrusted(text()) }] },
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
  notify(context, `Refused: ${text()}`, 'bad');
  updatePane(stores.view, 'events', { text: text() });
  await see('a message', '2');
  updatePane(stores.view, 'events', { text: '' });
  await see('messages', ':', 'messages', KEYS.enter);
  expect(stores.view.getState().dialogs.at(-1)?.kind).toBe('messages');
  await see('the end of the messages', 'G');
  await screen.press(KEYS.escape);
  noteFailure(stores.agents, { message: `The answer begins: ${text()}`, at: NOW, status: 200 });
  await see('a failure', '3');
  stores.connection.setState({ stopped: `The server refuses the key (401): ${text()}` });
  await see('all stopped', '2');
}
