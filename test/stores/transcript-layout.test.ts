import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../src/lib/cell-text.ts';
import { createStores } from '../../src/stores/stores.ts';
import {
  findMatches,
  layOutTranscript,
  selectTranscriptLayout,
  type TranscriptLayout,
} from '../../src/stores/transcript-layout.ts';
import type { PagerView } from '../../src/stores/view-store.ts';
import { sampleTranscript } from '../helpers/sample-data.ts';

const text = { wrap: true, tools: 'short', raw: false } as const;

function texts(layout: TranscriptLayout): readonly string[] {
  return layout.lines.map((line) => line.text);
}

function body(layout: TranscriptLayout): readonly string[] {
  return layout.lines.filter(({ kind }) => kind !== 'heading' && kind !== 'blank').map((line) => line.text);
}

describe('a transcript as text', () => {
  it('has a heading, the text and a blank line for each message', () => {
    const layout = layOutTranscript(sampleTranscript(), 80, text);
    expect(texts(layout)).toEqual([
      'user  2026-03-02T08:40:00Z  #1',
      'Fix the flaky test',
      '',
      'tool_use  2026-03-02T08:40:02Z  #2',
      'Read  /srv/shop/test.ts',
      '',
      'assistant  2026-03-02T08:40:05Z  #3',
      'The test waits',
      'for a second.',
      '',
      'user  2026-03-02T08:41:00Z  #4',
      'Thanks',
      '',
      'telemetry  #5',
      '{"latency":12}',
      '',
    ]);
    expect(layout.lines.map(({ kind }) => kind).filter((kind) => kind === 'tool')).toHaveLength(1);
  });

  it('knows where messages and prompts begin', () => {
    const layout = layOutTranscript(sampleTranscript(), 80, text);
    expect(layout.messageStarts).toEqual([0, 3, 6, 10, 13]);
    expect(layout.promptStarts).toEqual([0, 10]);
  });

  it('leaves tool calls and unknown messages out when they are off', () => {
    const layout = layOutTranscript(sampleTranscript(), 80, { ...text, tools: 'off' });
    expect(body(layout)).toEqual(['Fix the flaky test', 'The test waits', 'for a second.', 'Thanks']);
    expect(layout.messageStarts).toHaveLength(3);
    expect(layout.lines.map(({ message }) => message)).toEqual([0, 0, 0, 2, 2, 2, 2, 3, 3, 3]);
  });

  it('shows every field of a tool call in full', () => {
    const transcript = sampleTranscript([
      { type: 'tool_use', tool: 'Bash', content: 'ls\npwd', exit: { code: 1 } },
    ]);
    const layout = layOutTranscript(transcript, 80, { ...text, tools: 'full' });
    expect(body(layout)).toEqual(['Bash', 'ls', 'pwd', '{', '  "exit": {', '    "code": 1', '  }', '}']);
  });

  it('keeps the fields of a prompt that have no place of their own', () => {
    const transcript = sampleTranscript([{ type: 'user', content: 'Hello', mood: 'curious' }]);
    expect(body(layOutTranscript(transcript, 80, text))).toEqual(['Hello', '{"mood":"curious"}']);
  });

  it('shows messages as JSON when it is raw, those that were off included', () => {
    const layout = layOutTranscript(sampleTranscript(), 80, { wrap: true, tools: 'off', raw: true });
    expect(layout.messageStarts).toHaveLength(5);
    expect(texts(layout)).toContain('  "type": "tool_use",');
  });

  it('wraps at the width, or leaves lines whole', () => {
    const transcript = sampleTranscript([{ type: 'assistant', content: 'one two three four five six' }]);
    expect(body(layOutTranscript(transcript, 12, text))).toEqual(['one two', 'three four', 'five six']);
    expect(body(layOutTranscript(transcript, 12, { ...text, wrap: false }))).toEqual([
      'one two three four five six',
    ]);
  });

  it('shows a tool call in one line however long and odd it is', () => {
    const odd = '\u200b\u001b[31m\u202e'.repeat(40);
    const transcript = sampleTranscript([
      { type: 'tool_use', tool: `Bash${odd}`, path: odd, content: `${odd}\n${odd}`, [odd]: odd },
    ]);
    const layout = layOutTranscript(transcript, 60, text);
    expect(body(layout)).toHaveLength(1);
    expect(columnsOf(body(layout)[0] ?? '')).toBeLessThanOrEqual(60);
  });

  it('lets nothing through that acts on a terminal, and nothing wider than the screen', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\t',
        '\r',
        '\u001b',
        '\u009b',
        '\u202e',
        '\u200b',
        '語',
        '👩‍👩‍👧',
        'é',
      ),
      maxLength: 60,
    });
    const message = fc.record({
      type: fc.oneof(fc.constantFrom('user', 'assistant', 'tool_use'), hostile),
      content: hostile,
      tool: hostile,
      timestamp: hostile,
    });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 4 }),
        fc.constantFrom('off' as const, 'short' as const, 'full' as const),
        fc.boolean(),
        (messages, tools, raw) => {
          const layout = layOutTranscript(sampleTranscript(messages), 40, { wrap: true, tools, raw });
          for (const line of layout.lines) {
            expect(line.text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
            if (line.kind !== 'heading') {
              expect(columnsOf(line.text)).toBeLessThanOrEqual(40);
            }
          }
        },
      ),
    );
  });

  it('holds nothing but ASCII where the terminal has nothing else', () => {
    const transcript = sampleTranscript([{ type: 'utilisateur é', content: 'naïve 語 \u001b' }]);
    for (const line of layOutTranscript(transcript, 80, text, true).lines) {
      expect(line.text).toMatch(/^[\x20-\x7e]*$/);
    }
  });
});

describe('a search', () => {
  it('finds lines whatever the case, and nothing for an empty text', () => {
    const layout = layOutTranscript(sampleTranscript(), 80, text);
    expect(findMatches(layout, 'TEST')).toEqual([1, 4, 7]);
    expect(findMatches(layout, '')).toEqual([]);
    expect(findMatches(layout, 'TEST')).toBe(findMatches(layout, 'TEST'));
  });
});

describe('the open transcript', () => {
  const pager: PagerView = {
    sessionId: 's1',
    top: 0,
    column: 0,
    wrap: true,
    tools: 'short',
    raw: false,
    search: '',
    current: undefined,
  };

  it('is laid out only for the session that the pager shows', () => {
    const stores = createStores();
    expect(selectTranscriptLayout(stores)).toBeUndefined();
    stores.view.setState({ pager });
    stores.transcript.setState({ data: { sessionId: 's2', transcript: sampleTranscript() } });
    expect(selectTranscriptLayout(stores)).toBeUndefined();
    stores.transcript.setState({ data: { sessionId: 's1', transcript: sampleTranscript() } });
    expect(selectTranscriptLayout(stores)?.messageStarts).toHaveLength(5);
  });

  it('is laid out anew for another width and not for another line', () => {
    const stores = createStores();
    stores.view.setState({ pager });
    stores.transcript.setState({ data: { sessionId: 's1', transcript: sampleTranscript() } });
    const before = selectTranscriptLayout(stores);
    stores.view.setState({ pager: { ...pager, top: 3 } });
    expect(selectTranscriptLayout(stores)).toBe(before);
    stores.view.setState({ columns: 20 });
    expect(selectTranscriptLayout(stores)).not.toBe(before);
  });
});
