import { describe, expect, it } from 'vitest';

import { createStores } from '../../../../src/stores/stores.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { eventsSummary } from '../../../../src/ui/panes/events/summary.ts';
import { queryParts } from '../../../../src/ui/panes/query-parts.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { part } from '../../../../src/ui/widgets/fitted-parts.ts';
import { lineColumns } from '../../../../src/ui/widgets/line.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

const NOTHING_MUTED = { mutes: 0, count: 0, blocks: 0, unjudged: 0, until: Infinity, text: '' };
const MUTED = { mutes: 1, count: 37, blocks: 2, unjudged: 0, until: NOW + 3_600_000, text: 'host:ci-*' };

/** The line over the feed of an analyst who has set every filter there is, while blocks arrive. */
function summary(columns: number, { ascii = false, follow = false, muted = NOTHING_MUTED } = {}): string {
  const stores = createStores();
  const { view } = stores;
  updatePane(view, 'events', {
    follow,
    outcomes: ['block', 'review'],
    type: 'install',
    ecosystem: 'npm',
    suspicious: true,
    unacknowledged: true,
    range: { since: NOW - 7_200_000, until: NOW - 3_600_000 },
    text: 'package:left-pad* -host:ci-* reason:"known malware" since:2d command:install',
  });
  const theme = createTheme({ colour: false, ascii });
  const line = eventsSummary(view.getState().events, {
    counted: { shown: 12, events: 3456, filtering: undefined },
    fresh: { count: 37, blocks: 2 },
    open: { count: 14, isCounting: false, isPartial: false },
    muted,
    names: part([]),
    isRead: true,
    followKey: 'F',
    query: queryParts(stores, view.getState(), 'events', theme),
    columns,
    now: NOW,
    timeStyle: 'utc',
    theme,
  });
  expect(lineColumns(line)).toBeLessThanOrEqual(columns);
  return line.map(({ text }) => text).join('');
}

describe('the line over the feed with every filter set', () => {
  it.each([200, 160, 100, 80, 60])(
    'keeps at %i columns the outcomes, what arrived and the count',
    (columns) => {
      const text = summary(columns);
      expect(text).toMatch(/\[✖\].*\[▲\].*\[ \]/);
      expect(text).toContain('37 new · 2 BLOCK');
      expect(text).toMatch(/12 (rows )?of 3,456/);
    },
  );

  it.each([160, 100, 80, 60])('says at %i columns that it is filtered', (columns) => {
    expect(summary(columns)).toMatch(/package:|filters/);
  });

  it('has all at 240 columns but what the query is cut to', () => {
    const text = summary(240);
    for (const words of ['install', 'npm', 'suspicious names', '07:00:00Z to 08:00:00Z', '/ package:']) {
      expect(text).toContain(words);
    }
  });

  it('is ASCII where only that is drawn', () => {
    expect(summary(80, { ascii: true })).toMatch(/^[ -~]*$/);
  });

  it.each([240, 160, 100, 80, 60])(
    'says at %i columns how many are muted, and how many blocks',
    (columns) => {
      expect(summary(columns, { muted: MUTED })).toMatch(
        /37 muted, 2 BLOCK|muted: 37 hidden, 2 BLOCK|37 muted 2✖/,
      );
    },
  );

  it('says by what and until when where there is room, and also that nothing is hidden', () => {
    const empty = { ...MUTED, count: 0, blocks: 0 };
    expect(summary(400, { muted: MUTED })).toContain(
      'muted: 37 hidden, 2 BLOCK, until 10:00:00Z by host:ci-*',
    );
    expect(summary(400, { muted: empty })).toContain('muted: none hidden, until 10:00:00Z by host:ci-*');
    expect(summary(400, { muted: { ...MUTED, mutes: 3 } })).toContain('the first of 3 mutes until 10:00:00Z');
  });
});
