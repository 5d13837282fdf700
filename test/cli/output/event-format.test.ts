import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvFormat, jsonFormat, textFormat } from '../../../src/cli/output/event-format.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import type { FoundEvent } from '../../../src/sync/tail/event-tail.ts';
import { EVENT } from '../../fixtures/event.ts';

const WIDE = { kind: 'terminal', columns: 240 } as const;

const plain = textFormat({ colour: false, ascii: false, layout: WIDE, thisYear: 2026 });

function found(
  changes: Readonly<Record<string, unknown>> = {},
  kind: FoundEvent['kind'] = 'new',
): FoundEvent {
  const event = eventSchema.parse({ ...EVENT, ...changes });
  return { event, time: Date.parse(event.timestamp ?? ''), kind };
}

/** An event in which an attacker chose every text. */
function hostile(text: string): FoundEvent {
  return {
    ...found({
      client_id: text,
      type: text,
      outcome: text,
      actor: { command: text, args: [text], version: text },
      subject: { ecosystem: text, package: text, version: text },
      payload: { reasons: [text, text] },
    }),
    time: undefined,
  };
}

describe('an event as text', () => {
  it('is one line with aligned columns', () => {
    expect(plain.line(found())).toBe(
      '2026-03-02 09:47:31Z BLOCK  install npm   left-pad@1.3.0                     cl_9f2c                             scorecard 3.1 is below the minimum of 5',
    );
  });

  it('shows what is missing as a dash and leaves nothing behind it', () => {
    const { event } = found();
    const bare = {
      ...event,
      raw: {},
      timestamp: undefined,
      outcome: undefined,
      type: undefined,
      client_id: undefined,
    };
    const line = plain.line({
      event: { ...bare, subject: undefined, payload: undefined },
      time: undefined,
      kind: 'new',
    });
    expect(line).toMatch(/^- +- +- +- +- +-$/);
  });

  it('marks what came late', () => {
    expect(plain.line(found({}, 'late'))).toMatch(/ \(late\)$/);
  });

  it('is coloured only where that is wanted', () => {
    expect(textFormat({ colour: true, ascii: false, layout: WIDE, thisYear: 2026 }).line(found())).toContain(
      '\u001b[41mBLOCK',
    );
    expect(plain.line(found())).not.toContain('\u001b');
  });

  it('holds nothing that acts on a terminal, whatever is in the event', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plain.line(hostile(text))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(
          textFormat({ colour: false, ascii: true, layout: WIDE, thisYear: 2026 }).line(hostile(text)),
        ).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe('the time of an event on a narrow terminal', () => {
  const layout = { kind: 'terminal', columns: 70 } as const;

  it.each([
    ['2026-03-02T09:47:31Z', 2026, '03-02 09:47:31Z '],
    ['2026-03-02T09:47:31Z', 2027, '2026-03-02 09Z  '],
    ['0001-01-01T00:00:00Z', 2026, '0001-01-01 00Z  '],
    ['9999-12-31T23:59:59Z', 2026, '9999-12-31 23Z  '],
  ])('%s is shown in %i with its year where that is another one', (timestamp, thisYear, begin) => {
    const format = textFormat({ colour: false, ascii: false, layout, thisYear });
    const event = found({ timestamp });
    expect(format.line({ ...event, time: Date.parse(timestamp) }).slice(0, begin.length)).toBe(begin);
  });
});

describe('an event as CSV', () => {
  it('has a field for each name', () => {
    const format = csvFormat('guarded');
    expect(format.header?.split(',')).toHaveLength(12);
    expect(format.line(found())).toBe(
      'evt_81c,2026-03-02T09:47:31Z,install,block,cl_9f2c,npm,install; left-pad,11.2.0,npm,left-pad,1.3.0,scorecard 3.1 is below the minimum of 5',
    );
  });

  it('is one line that no spreadsheet calculates and no terminal obeys', () => {
    const line = csvFormat('guarded').line(hostile('=cmd|"/c calc"!A1\n\u001b[2J,'));
    expect(line).not.toMatch(/[\p{Cc}]/u);
    expect(line).not.toMatch(/(^|,)"?[=+\-@]/);
  });

  it('names a scoped package as a spreadsheet takes it for text, or for programs as it is', () => {
    const scoped = found({ subject: { package: '@scope/x' } });
    expect(csvFormat('guarded').line(scoped)).toContain(",'@scope/x,");
    expect(csvFormat('kept').line(scoped)).toContain(',@scope/x,');
  });
});

describe('for programs', () => {
  it('JSON is what the server sent', () => {
    const sent = { ...EVENT, unknown: { deep: [1, null, 'ü'] }, outcome: 7 };
    const line = jsonFormat.line(found({ unknown: { deep: [1, null, 'ü'] }, outcome: 7 }));
    expect(JSON.parse(line)).toEqual(sent);
    expect(line).toContain('\\u00fc');
  });
});
