import { beforeEach, describe, expect, it } from 'vitest';

import { selectTranscriptLayout } from '../../src/stores/transcript-layout.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../helpers/command-context.ts';
import { listingOf, sampleSession, sampleTranscript } from '../helpers/sample-data.ts';

let context: TestContext;

const pager = () => context.stores.view.getState().pager;
const topLine = () => selectTranscriptLayout(context.stores)?.lines[pager()?.top ?? -1]?.text;

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

beforeEach(() => {
  context = createTestContext();
  const session = sampleSession('s1', 60);
  context.stores.view.setState({ tab: 'sessions', pageSize: 20 });
  context.stores.sessions.setState({ data: listingOf([session]) });
  run(context, 'sessions.open');
  context.stores.transcript.setState({ data: { sessionId: 's1', transcript: longTranscript() } });
});

function search(text: string): void {
  run(context, 'pager.search');
  const dialog = openDialogOf(context, 'text');
  run(context, 'text.close');
  dialog.submit(text);
}

it('opens on the session under the cursor and asks for its transcript', () => {
  expect(pager()).toMatchObject({ sessionId: 's1', top: 0, tools: 'short', wrap: true });
  expect(context.sync.calls).toEqual(['open s1']);
});

describe('moving', () => {
  it('goes by lines, pages and ends, never past them', () => {
    const lines = selectTranscriptLayout(context.stores)?.lines.length ?? 0;
    const moves: readonly [string, number][] = [
      ['pager.line-up', 0],
      ['pager.line-down', 1],
      ['pager.page-down', 21],
      ['pager.half-down', 31],
      ['pager.half-up', 21],
      ['pager.page-up', 1],
      ['pager.end', lines - 20],
      ['pager.page-down', lines - 20],
      ['pager.start', 0],
    ];
    for (const [command, top] of moves) {
      run(context, command);
      expect([command, pager()?.top]).toEqual([command, top]);
    }
  });

  it('goes from prompt to prompt and from message to message', () => {
    run(context, 'pager.next-prompt');
    expect(topLine()).toBe('user  #4');
    run(context, 'pager.next-message');
    expect(topLine()).toBe('tool_use  #5');
    run(context, 'pager.previous-prompt');
    expect(topLine()).toBe('user  #4');
    run(context, 'pager.previous-message');
    expect(topLine()).toBe('assistant  #3');
    run(context, 'pager.start');
    run(context, 'pager.previous-prompt');
    expect(pager()?.top).toBe(0);
  });

  it('goes to a place in percent and takes nothing else', () => {
    run(context, 'pager.percent');
    const dialog = openDialogOf(context, 'text');
    for (const bad of ['', '101', '-1', 'half', '5.5']) {
      expect(dialog.findProblem(bad)).toBe('Type a number from 0 to 100.');
    }
    expect(dialog.findProblem('50')).toBeUndefined();
    dialog.submit('50');
    expect(pager()?.top).toBe((selectTranscriptLayout(context.stores)?.lines.length ?? 0) / 2);
  });

  it('goes sideways only while lines are not wrapped', () => {
    run(context, 'pager.right');
    expect(pager()?.column).toBe(0);
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
  const found = () => selectTranscriptLayout(context.stores)?.lines[pager()?.current ?? -1]?.text;

  it('goes to the next match, on and back, and around', () => {
    search('needle');
    expect(found()).toBe('Find the Needle 9');
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 19');
    run(context, 'pager.previous-match');
    run(context, 'pager.previous-match');
    expect(found()).toBe('Find the Needle 39');
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 9');
    expect(context.stores.view.getState().notice?.text).toBe('Match 1 of 4');
  });

  it('keeps the match on the screen', () => {
    search('Needle 19');
    const { top = 0, current = 0 } = pager() ?? {};
    expect(current).toBeGreaterThanOrEqual(top);
    expect(current).toBeLessThan(top + 20);
  });

  it('says when there is no match, and when nothing was searched for', () => {
    run(context, 'pager.next-match');
    expect(context.stores.view.getState().notice?.text).toContain('Nothing was searched for');
    search('haystack');
    expect(context.stores.view.getState().notice).toMatchObject({ tone: 'bad' });
    expect(pager()?.top).toBe(0);
  });

  it('begins anew at the top of the screen once the text was laid out anew', () => {
    search('needle');
    run(context, 'pager.tools');
    expect(pager()?.current).toBeUndefined();
    run(context, 'pager.next-match');
    expect(found()).toBe('Find the Needle 9');
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

  it('shows messages as JSON and back', () => {
    run(context, 'pager.raw');
    expect(selectTranscriptLayout(context.stores)?.lines[1]?.text).toBe('{');
    run(context, 'pager.raw');
    expect(selectTranscriptLayout(context.stores)?.lines[1]?.text).toBe('Prompt 0');
  });
});

describe('leaving', () => {
  it.each(['app.quit', 'view.back'])('goes back to the list by %s and gives the transcript up', (command) => {
    run(context, command);
    expect(pager()).toBeUndefined();
    expect(context.sync.calls).toEqual(['open s1', 'close']);
    expect(context.asked).toEqual([]);
  });

  it('keeps the transcript and its place while another pane is looked at', () => {
    run(context, 'pager.end');
    const before = pager();
    run(context, 'tab.events');
    run(context, 'view.back');
    run(context, 'tab.last');
    expect(pager()).toEqual(before);
    expect(context.sync.calls).toEqual(['open s1']);
  });
});

it('does nothing while the transcript is still on its way', () => {
  context.stores.transcript.setState({ data: undefined });
  for (const command of ['line-down', 'end', 'next-prompt', 'next-match', 'tools', 'raw']) {
    run(context, `pager.${command}`);
  }
  expect(pager()).toMatchObject({ top: 0, tools: 'short', raw: false });
});
