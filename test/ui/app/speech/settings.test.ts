import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { asUntrusted } from '../../../../src/lib/untrusted.ts';
import { updatePane, type ViewState } from '../../../../src/stores/view/view-store.ts';
import { changedSettings, settingsOf } from '../../../../src/ui/app/speech/settings.ts';
import type { TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { NOW } from '../../../helpers/sample-data.ts';

let context: TestContext;
const settings = () => settingsOf(context.stores);

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ minute: NOW });
});

/** What is said of settings that change, in words. */
function changed<Pane extends Exclude<ViewState['tab'], 'overview'>>(
  tab: Pane,
  fields: Partial<ViewState[Pane]>,
): readonly string[] {
  context.stores.view.setState({ tab });
  const before = settings();
  updatePane(context.stores.view, tab, fields);
  return changedSettings(before, settings()).map(({ words }) => words.map(({ text }) => text).join(''));
}

it('says of each setting of the feed what it is now', () => {
  expect(changed('events', { outcomes: ['block'] })).toEqual(['Only block.']);
  expect(changed('events', { outcomes: [] })).toEqual(['No outcome.']);
  expect(changed('events', { type: 'install', suspicious: true })).toEqual([
    'Type: install.',
    'Only suspicious names.',
  ]);
  expect(changed('events', { type: undefined, suspicious: false })).toEqual(['Type: any.', 'All names.']);
  expect(changed('events', { range: { since: NOW - 3_600_000, until: NOW } })).toEqual([
    'From 08:00:00Z to 09:00:00Z.',
  ]);
  expect(changed('events', { text: 'left-pad' })).toEqual(['Filter: left-pad.']);
  expect(changed('events', { sort: { column: 'package', descending: true } })).toEqual([
    'Sorted by package, descending.',
  ]);
  expect(changed('events', { sort: undefined })).toEqual(['Sorted as usual.']);
});

it('says nothing of a feed that only stands still while a dialog is open', () => {
  expect(changed('events', { follow: false, held: true })).toEqual([]);
  expect(changed('events', { held: false })).toEqual(['Following: off.']);
});

it('says hosts in the place of ids, as far as they are known', () => {
  expect(changed('sessions', { clientId: asUntrusted('client-3') })).toEqual(['Client: build-03.']);
  expect(changed('sessions', { clientId: asUntrusted('client-99') })).toEqual(['Client: client-99.']);
  expect(changed('sessions', { clientId: undefined, agentId: asUntrusted('agent-4') })).toEqual([
    'Agent: build-04.',
    'Client: any.',
  ]);
});

it('says nothing of what another pane has set', () => {
  context.stores.view.setState({ tab: 'events' });
  const before = settings();
  context.stores.view.setState({ tab: 'llm' });
  expect(Object.keys(settings())).not.toContain('outcomes');
  expect(changedSettings(before, settings())).toEqual([]);
});

it('says a name that looks like another one by its tokens, and what was typed as it is', () => {
  expect(changed('sessions', { project: asUntrusted('/src/аpi') })).toEqual([
    String.raw`Project: /src/\u{430}pi.`,
  ]);
  expect(changed('sessions', { text: 'Kontoübernahme' })).toEqual(['Filter: Kontoübernahme.']);
});

it('names the zone in which a query is read, and says so anew with another one', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(changed('events', { text: 'time:2026-11-01' })).toEqual(['Filter: time:2026-11-01 (UTC).']);
  const before = settings();
  context.stores.view.setState({ timeStyle: 'local' });
  expect(
    changedSettings(before, settings()).map(({ words }) => words.map(({ text }) => text).join('')),
  ).toEqual(['Times in the local zone.', 'Filter: time:2026-11-01 (America/New_York).']);
  expect(changed('events', { text: 'since:2026-11-01T09:00Z' })).toEqual([
    'Filter: since:2026-11-01T09:00Z.',
  ]);
});
