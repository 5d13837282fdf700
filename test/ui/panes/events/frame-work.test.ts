import { describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../../src/lib/format-time.ts';
import { eventSchema } from '../../../../src/contract/event.ts';
import { KeyDispatcher } from '../../../../src/ui/app/key-dispatcher.ts';
import { ShownDialog } from '../../../../src/ui/dialogs/base/shown-dialog.ts';
import { createEventsPane } from '../../../../src/ui/panes/events/events-pane.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createTestContext } from '../../../helpers/command-context.ts';

const SIZE = { columns: 160, rows: 41 };
const NOW = Date.parse('2026-03-02T09:00:00Z');

function pane() {
  const context = createTestContext();
  const { stores, clock } = context;
  const events = Array.from({ length: 300 }, (_, index) =>
    eventSchema.parse({
      id: `e${index}`,
      timestamp: new Date(NOW - index * 1000).toISOString(),
      type: 'package_check',
      outcome: index % 7 === 0 ? 'block' : 'allow',
      subject: { ecosystem: 'npm', package: `package-${index}`, version: '1.0.0' },
    }),
  );
  stores.events.apply(events, { at: 0, fromHistory: false });
  stores.events.setState({ coveredSince: BEFORE_ALL_TIMES });
  stores.view.setState({ tab: 'events', ...SIZE, pageSize: 30 });
  const paint = createEventsPane({ stores, clock, theme: createTheme({ colour: true, ascii: false }) });
  const keys = new KeyDispatcher(context, new ShownDialog());
  const frame = () => paint(SIZE, NOW).lines;
  /** How many lines of the frame after some keys are others than in the frame before them. */
  const drawnAnewBy = (...chords: readonly string[]) => {
    const before = new Set(frame());
    chords.forEach((chord) => keys.take([chord]));
    return frame().filter((line) => line.length > 0 && !before.has(line)).length;
  };
  return { drawnAnewBy, press: (chord: string) => keys.take([chord]), frame };
}

describe('a frame of the feed', () => {
  it('draws nothing anew where nothing changed', () => {
    expect(pane().drawnAnewBy()).toBe(0);
  });

  it('draws the rows that a cursor leaves and enters, and the axis of the strip, whatever else is shown', () => {
    const { drawnAnewBy, press, frame } = pane();
    press('j');
    frame();
    for (let moved = 0; moved < 60; moved++) {
      expect(drawnAnewBy('j')).toBeLessThanOrEqual(3);
    }
  });
});
