import { beforeEach, describe, expect, it } from 'vitest';

import type { StoresOptions } from '../../../src/stores/stores.ts';
import { messageLabel } from '../../../src/stores/transcript/message-text.ts';
import type { PagerView } from '../../../src/stores/transcript/pager-view.ts';
import { selectOutline } from '../../../src/stores/transcript/select-outline.ts';
import { selectPager, type OpenPager } from '../../../src/stores/transcript/select-pager.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, sampleSession, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';

const ROWS = 20;

let context: TestContext;

const open = (): OpenPager => selectPager(context.stores) as OpenPager;
const pager = (): PagerView | undefined => context.stores.view.getState().pager;

/** The lines on the screen: a message's number where it is named, or its text. */
function shown(): readonly string[] {
  return open().page.map(({ place, line }) =>
    line.kind === 'body' || line.kind === 'blank'
      ? line.text
      : `${line.kind === 'folded' ? '+ ' : ''}${messageLabel(open().text.message(place.message))} #${place.message + 1}`,
  );
}

const topLine = () => shown()[0];

/** The number of the first line on the screen, from 0. */
function topNumber(): number | undefined {
  const { text, top } = open();
  while (text.counts.counted < text.count) {
    text.counts.countNext();
  }
  return text.counts.numberOf(top);
}

/** Forty prompts, each with a tool call and an answer; every tenth prompt speaks of a needle. */
function longTranscript() {
  return sampleTranscript(
    Array.from({ length: 40 }, (_, index) => [
      { type: 'user', content: index % 10 === 9 ? `Find the Needle ${index}` : `Prompt ${index}` },
      { type: 'tool_use', tool: 'Read', path: `/srv/${index}` },
      { type: 'assistant', content: 'Done.' },
    ]).flat(),
  );
}

function begin(options: StoresOptions = {}): void {
  context = createTestContext(options);
  const session = sampleSession('s1', 60);
  context.stores.view.setState({ tab: 'sessions', pageSize: ROWS });
  context.stores.sessions.setState({ data: listingOf([session]) });
  run(context, 'sessions.open');
  context.stores.transcript.setState({ data: openTranscriptOf('s1', longTranscript()) });
}

beforeEach(() => begin());

async function search(text: string, command = 'pager.search'): Promise<void> {
  run(context, command);
  const dialog = openDialogOf(context, 'text');
  run(context, 'text.close');
  dialog.submit(text);
  selectPager(context.stores);
  while (!context.stores.transcriptSearch.isDone) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('opens on the session under the cursor and asks for its transcript', () => {
  expect(pager()).toMatchObject({ sessionId: 's1', tools: 'short', wrap: true });
  expect(topLine()).toBe('user #1');
  expect(context.sync.calls).toEqual(['open s1', 'history {}']);
});

describe('moving', () => {
  it('goes by lines, pages and ends, never past them', () => {
    // A prompt takes three lines with the blank one before it, an answer too, a call one; the first has none before.
    const lines = 40 * 7 - 1;
    const moves: readonly [string, number][] = [
      ['pager.line-up', 0],
      ['pager.line-down', 1],
      ['pager.page-down', 21],
      ['pager.half-down', 31],
      ['pager.half-up', 21],
      ['pager.page-up', 1],
      ['pager.end', lines - ROWS],
      ['pager.page-down', lines - ROWS],
      ['pager.start', 0],
    ];
    for (const [command, top] of moves) {
      run(context, command);
      expect([command, topNumber()]).toEqual([command, top]);
    }
  });

  it('goes from prompt to prompt and from message to message', () => {
    run(context, 'pager.next-prompt');
    expect(topLine()).toBe('user #4');
    run(context, 'pager.next-message');
    expect(topLine()).toBe('+ tool_use #5');
    run(context, 'pager.previous-prompt');
    expect(topLine()).toBe('user #4');
    run(context, 'pager.previous-message');
    expect(topLine()).toBe('assistant #3');
    run(context, 'pager.start');
    run(context, 'pager.previous-prompt');
    expect(topLine()).toBe('user #1');
  });

  it('marks messages on the last page one by one', () => {
    run(context, 'pager.end');
    expect(open().cursor).toBe(119);
    run(context, 'pager.previous-message');
    expect(open().cursor).toBe(118);
    run(context, 'pager.previous-prompt');
    expect(open().cursor).toBe(117);
    expect(topNumber()).toBe(40 * 7 - 1 - ROWS);
  });

  it('marks a message that is on the screen, wherever it scrolls to', () => {
    run(context, 'pager.next-message');
    run(context, 'pager.page-down');
    expect(open().page.map(({ place }) => place.message)).toContain(open().cursor);
    run(context, 'pager.start');
    expect(open().cursor).toBe(0);
  });

  it('stays at the end while the transcript grows, until something else is gone to', () => {
    run(context, 'pager.end');
    const grow = (more: number) => {
      const messages = Array.from({ length: 120 + more }, (_, index) => ({
        type: 'user',
        content: `${index}`,
      }));
      context.stores.transcript.setState({ data: openTranscriptOf('s1', sampleTranscript(messages)) });
    };
    grow(5);
    expect(shown().at(-1)).toBe('124');
    run(context, 'pager.line-up');
    grow(9);
    expect(shown().at(-1)).toBe('user #125');
  });

  it('goes to a place in percent and takes nothing else', () => {
    topNumber();
    run(context, 'pager.percent');
    const dialog = openDialogOf(context, 'text');
    for (const bad of ['', '101', '-1', 'half', '5.5']) {
      expect(dialog.findProblem(bad)).toBe('Type a number from 0 to 100.');
    }
    expect(dialog.findProblem('50')).toBeUndefined();
    dialog.submit('50');
    expect(topNumber()).toBe(139);
  });

  it('goes sideways only while lines are not wrapped, and says so', () => {
    run(context, 'pager.right');
    expect(pager()?.column).toBe(0);
    expect(context.stores.view.getState().notice?.text).toContain('Lines are wrapped');
    run(context, 'pager.wrap');
    run(context, 'pager.right');
    run(context, 'pager.right');
    run(context, 'pager.left');
    expect(pager()?.column).toBe(20);
    run(context, 'pager.wrap');
    expect(pager()).toMatchObject({ wrap: true, column: 0 });
  });
});

describe('searching', () => {
  const found = () => {
    const { match, text } = open();
    return match && text.layout(match.message).lines[match.place.line]?.text;
  };

  it('goes to the next match, on and back, and around', async () => {
    await search('needle');
    expect(found()).toBe('Find the Needle 9');
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 19');
    run(context, 'pager.previous-match');
    run(context, 'pager.previous-match');
    expect(found()).toBe('Find the Needle 39');
    expect(open().match?.isAround).toBe(true);
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 9');
    expect(context.stores.transcriptSearch.total).toBe(4);
  });

  it('goes backwards first with ?, and n goes on that way', async () => {
    run(context, 'pager.end');
    await search('needle', 'pager.search-back');
    expect(found()).toBe('Find the Needle 29');
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 19');
    run(context, 'pager.previous-match');
    expect(found()).toBe('Find the Needle 29');
  });

  it('keeps the match on the screen', async () => {
    await search('Needle 19');
    const { page, match } = open();
    expect(page.map(({ place }) => place)).toContainEqual(match?.place);
  });

  it('minds capitals once there are any', async () => {
    await search('NEEDLE');
    expect(found()).toBeUndefined();
    expect(context.stores.transcriptSearch.total).toBe(0);
    await search('Needle');
    expect(context.stores.transcriptSearch.total).toBe(4);
  });

  it('says when nothing was searched for, and stays where it is when there is no match', async () => {
    run(context, 'pager.next-match');
    expect(context.stores.view.getState().notice?.text).toContain('Nothing was searched for');
    await search('haystack');
    expect(topNumber()).toBe(0);
  });

  it('unfolds a message that a match is in, and leaves it so', async () => {
    await search('srv/30');
    expect(shown()).toContain('Read  /srv/30');
    run(context, 'pager.line-down');
    expect(shown()).toContain('Read  /srv/30');
  });

  it('passes over messages that are hidden', async () => {
    run(context, 'pager.tools');
    run(context, 'pager.tools');
    expect(pager()?.tools).toBe('off');
    await search('srv/30');
    expect(found()).toBeUndefined();
    expect(context.stores.transcriptSearch.total).toBe(1);
  });

  it('searches for the same again when nothing is typed', async () => {
    await search('needle');
    await search('');
    expect(found()).toBe('Find the Needle 19');
  });

  it('waits for a match that is still looked for', () => {
    const slices = new ManualSlices();
    begin({ slices });
    const messages = Array.from({ length: 3000 }, (_, index) => ({ type: 'user', content: `Line ${index}` }));
    context.stores.transcript.setState({ data: openTranscriptOf('s1', sampleTranscript(messages)) });
    run(context, 'pager.search');
    const dialog = openDialogOf(context, 'text');
    run(context, 'text.close');
    dialog.submit('Line 2999');
    expect(open()).toMatchObject({ isSearching: true, match: undefined });
    expect(topLine()).toBe('user #1');
    slices.runAll();
    expect(found()).toBe('Line 2999');
  });
});

describe('how it is shown', () => {
  it('goes through short, full and no tool calls and stays at the message', () => {
    run(context, 'pager.page-down');
    run(context, 'pager.next-prompt');
    const message = topLine();
    for (const tools of ['full', 'off', 'short']) {
      run(context, 'pager.tools');
      expect([pager()?.tools, topLine()]).toEqual([tools, message]);
    }
  });

  it('keeps the marked message in its row when what stands above it changes', () => {
    run(context, 'pager.end');
    run(context, 'pager.previous-prompt');
    run(context, 'pager.previous-prompt');
    run(context, 'pager.previous-prompt');
    run(context, 'pager.line-up');
    const rowOf = () =>
      open().page.findIndex(({ place, line }) => place.message === open().cursor && line.kind === 'heading');
    const before = { row: rowOf(), cursor: open().cursor };
    run(context, 'pager.tools');
    expect({ row: rowOf(), cursor: open().cursor }).toEqual(before);
    run(context, 'pager.wrap');
    expect({ row: rowOf(), cursor: open().cursor }).toEqual(before);
  });

  it('unfolds and folds the marked message', () => {
    run(context, 'pager.next-message');
    run(context, 'pager.fold');
    expect(shown()).toEqual(expect.arrayContaining(['tool_use #2', 'Read  /srv/0']));
    run(context, 'pager.fold');
    expect(shown()).toContain('+ tool_use #2');
    run(context, 'pager.previous-message');
    run(context, 'pager.fold');
    expect(shown()).toContain('+ user #1');
    expect(shown()).not.toContain('Prompt 0');
  });

  it('shows messages as JSON and back', () => {
    run(context, 'pager.raw');
    expect(shown()[1]).toBe('{');
    run(context, 'pager.raw');
    expect(shown()[1]).toBe('Prompt 0');
  });

  it('keeps the message at the top when the screen becomes narrower', () => {
    run(context, 'pager.page-down');
    run(context, 'pager.next-prompt');
    const message = topLine();
    context.stores.view.setState({ columns: 61 });
    expect(topLine()).toBe(message);
  });
});

describe('the outline', () => {
  it('opens at the entry of the marked message and goes to another one', () => {
    run(context, 'pager.next-prompt');
    run(context, 'pager.outline');
    expect(pager()?.outline).toEqual({ cursor: 3, filter: '' });
    run(context, 'outline.down');
    run(context, 'outline.down');
    run(context, 'outline.go');
    expect(pager()?.outline).toBeUndefined();
    expect(topLine()).toBe('user #7');
  });

  it('is filtered by words, and closes once the filter is cleared', async () => {
    run(context, 'pager.outline');
    run(context, 'outline.filter');
    const dialog = openDialogOf(context, 'text');
    run(context, 'text.close');
    dialog.submit('needle');
    do {
      selectOutline(context.stores);
      await new Promise((resolve) => setImmediate(resolve));
    } while (context.stores.outlineFilter.filtering !== undefined);
    run(context, 'outline.end');
    run(context, 'outline.go');
    expect(open().cursor).toBe(39 * 3);
    run(context, 'pager.outline');
    run(context, 'outline.close');
    expect(pager()?.outline).toBeUndefined();
  });
});

describe('leaving', () => {
  it.each(['app.quit', 'view.back'])('goes back to the list by %s and gives the transcript up', (command) => {
    run(context, command);
    expect(pager()).toBeUndefined();
    expect(context.sync.calls).toEqual(['open s1', 'history {}', 'close']);
    expect(context.asked).toEqual([]);
  });

  it('keeps the transcript and its place while another pane is looked at', () => {
    run(context, 'pager.end');
    const before = pager();
    run(context, 'tab.events');
    run(context, 'view.back');
    run(context, 'tab.last');
    expect(pager()).toEqual(before);
    expect(context.sync.calls).toEqual(['open s1', 'history {}']);
  });
});

it('does nothing while the transcript is still on its way', () => {
  const before = pager();
  context.stores.transcript.setState({ data: undefined });
  for (const command of [
    'line-down',
    'end',
    'next-prompt',
    'next-match',
    'tools',
    'raw',
    'fold',
    'outline',
  ]) {
    run(context, `pager.${command}`);
  }
  expect(pager()).toEqual(before);
});
