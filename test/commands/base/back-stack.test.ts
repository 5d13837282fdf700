import { beforeEach, describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { activeScopes } from '../../../src/commands/base/scopes.ts';
import { USUAL_KEYMAP } from '../../../src/commands/app/keymap-in-force.ts';
import { openTranscriptAt } from '../../../src/commands/pager/open.ts';
import { goToEvent } from '../../../src/commands/feed/go-to-event.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { sampleSession, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';

let context: TestContext;
const view = () => context.stores.view.getState();

/** Presses a key where it counts now. */
function press(chord: string): void {
  const id = USUAL_KEYMAP.commandFor(activeScopes(view()), chord);
  if (id === undefined) {
    throw new Error(`${chord} does nothing here.`);
  }
  run(context, id);
}

/** Takes what begins so from the menu of what is related. */
function follow(label: string): void {
  run(context, 'related.open');
  const { choices, choose } = openDialogOf(context, 'choice');
  const choice = choices.find((other) => other.label.startsWith(label));
  run(context, 'choice.close');
  void choose(choice?.value ?? '');
}

/** What is seen, from the inside out. */
function shown(): readonly string[] {
  const { dialogs, pager, tab, zoomed, focus, ...state } = view();
  const { detail, text } = state[tab];
  const isInPager = tab === 'sessions' && pager !== undefined;
  return [
    ...dialogs.map(({ kind }) => kind),
    ...(isInPager && pager.outline !== undefined ? ['outline'] : []),
    ...(isInPager ? ['pager'] : []),
    ...(openPageOf(view()) === undefined ? [] : [openPageOf(view())?.text === '' ? 'page' : 'words of page']),
    ...(zoomed ? ['zoom'] : []),
    ...(focus === 'detail' ? ['focus'] : []),
    ...(detail ? ['detail'] : []),
    ...(text === '' ? [] : ['words']),
    ...(tab === 'events' && state.events.outcomes.length === 1 ? ['outcomes'] : []),
    tab,
  ];
}

const SESSION = sampleSession('s1', 60);

function openTranscript(time?: number): void {
  openTranscriptAt(context, SESSION, time === undefined ? undefined : { time });
  const data = openTranscriptOf('s1', sampleTranscript([{ type: 'user', content: 'Hello' }]));
  context.stores.transcript.setState({ data });
}

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events', columns: 160, rows: 45 });
  updatePane(context.stores.view, 'events', { follow: false, frozenAt: 9, cursor: 'event-05' });
});

describe('Esc goes from the inside out, one thing a time', () => {
  const everything = () => {
    updatePane(context.stores.view, 'events', { text: 'package', outcomes: ['allow'], detail: true });
    run(context, 'focus.switch');
    context.stores.view.setState({ zoomed: true });
    follow('Details of the package');
    const { pages } = view();
    const open = pages.events.map((page) => ({ ...page, text: 'event' }));
    context.stores.view.setState({ pages: { ...pages, events: open } });
  };

  it('in a list', () => {
    everything();
    run(context, 'help.open');
    run(context, 'help.search');
    const seen: (readonly string[])[] = [shown()];
    for (let left = 9; left > 0; left--) {
      press('escape');
      seen.push(shown());
    }
    expect(seen).toEqual([
      ['help', 'text', 'words of page', 'zoom', 'focus', 'detail', 'words', 'outcomes', 'events'],
      ['help', 'words of page', 'zoom', 'focus', 'detail', 'words', 'outcomes', 'events'],
      ['words of page', 'zoom', 'focus', 'detail', 'words', 'outcomes', 'events'],
      ['page', 'zoom', 'focus', 'detail', 'words', 'outcomes', 'events'],
      ['zoom', 'focus', 'detail', 'words', 'outcomes', 'events'],
      ['detail', 'words', 'outcomes', 'events'],
      ['words', 'outcomes', 'events'],
      ['outcomes', 'events'],
      ['events'],
      ['events'],
    ]);
    expect(context.asked).toEqual([]);
  });

  it('in a transcript that was opened from its list', () => {
    context.stores.view.setState({ tab: 'sessions' });
    updatePane(context.stores.view, 'sessions', { text: 'prompt' });
    openTranscript();
    run(context, 'pager.outline');
    const seen: (readonly string[])[] = [shown()];
    for (let left = 3; left > 0; left--) {
      press('escape');
      seen.push(shown());
    }
    expect(seen).toEqual([
      ['outline', 'pager', 'words', 'sessions'],
      ['pager', 'words', 'sessions'],
      ['words', 'sessions'],
      ['sessions'],
    ]);
  });
});

it('q closes what lies over the list, and quits from the list alone', () => {
  run(context, 'detail.toggle');
  follow('Details of the package');
  press('q');
  expect(shown()).toEqual(['detail', 'events']);
  press('q');
  expect(context.asked).toEqual(['quit']);
});

describe.each(['escape', 'q'])('%s leads back to where a thing was followed from', (key) => {
  it('from a transcript to the event, with its filter, its detail and its page', () => {
    updatePane(context.stores.view, 'events', { text: 'package', detail: true });
    follow('Details of the agent');
    openTranscript();
    expect(view().tab).toBe('sessions');
    press(key);
    expect(shown()).toEqual(['page', 'detail', 'words', 'events']);
    press(key);
    expect(view().events).toMatchObject({ cursor: 'event-05', text: 'package', follow: false });
    expect(context.sync.calls.at(-1)).toBe('close');
  });

  it('from the feed to the place in the transcript, and from there to the list', () => {
    context.stores.view.setState({ tab: 'sessions' });
    openTranscript();
    const [row] = context.stores.events.getState().rows;
    goToEvent(context, row ?? { id: '' });
    expect(shown()).toEqual(['detail', 'events']);
    press(key);
    expect(shown()).toEqual(['pager', 'sessions']);
    press(key);
    expect(shown()).toEqual(['sessions']);
  });

  it('from the feed with a query to the feed as it was', () => {
    follow('Events of package-5');
    expect(view().events).toMatchObject({ text: 'package:"package-5" ecosystem:"npm"', follow: true });
    press(key);
    expect(view().events).toMatchObject({ text: '', follow: false, cursor: 'event-05' });
  });

  it('from what the overview leads to', () => {
    run(context, 'tab.overview');
    run(context, 'overview.open');
    expect(view().tab).toBe('events');
    press(key);
    expect(view().tab).toBe('overview');
  });

  it('stands still at the event although the feed was followed', () => {
    updatePane(context.stores.view, 'events', { follow: true, cursor: undefined });
    follow('Details of the package');
    press(key);
    expect(view().events).toMatchObject({ follow: false, cursor: 'event-00' });
  });
});

it('clears a filter that was set after the step before it goes back', () => {
  follow('Events of package-5');
  updatePane(context.stores.view, 'events', { outcomes: ['block'] });
  press('escape');
  expect(shown()).toEqual(['outcomes', 'events']);
  expect(view().events.text).toBe('');
});

it('does not lead back after another pane was gone to by its number', () => {
  follow('Events of package-5');
  press('3');
  press('2');
  press('escape');
  expect(shown()).toEqual(['events']);
  press('q');
  expect(context.asked).toEqual(['quit']);
});

it('- swaps the last two views, pages and transcripts among them', () => {
  follow('Details of the package');
  openTranscript();
  press('-');
  expect(shown()).toEqual(['page', 'events']);
  press('-');
  expect(shown()).toEqual(['pager', 'sessions']);
  press('escape');
  context.stores.transcript.setState({ data: undefined });
  press('-');
  expect(shown()).toEqual(['pager', 'sessions']);
  expect(context.sync.calls.at(-1)).toBe('open s1');
  press('4');
  press('3');
  press('-');
  expect(shown()).toEqual(['pager', 'sessions']);
});

it('offers of a transcript what is related although no list holds its session', () => {
  openTranscriptAt(context, sampleSession('elsewhere', 60, { client_id: asUntrusted('client-7') }));
  run(context, 'related.open');
  const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label);
  expect(labels).toContain('Events of the machine during the session');
});
