import {
  BOLD,
  FAINT,
  INVERSE,
  PLAIN,
  inColour,
  type Attributes,
} from '../../../src/terminal/screen/attributes.ts';
import type { CellRow, Frame } from '../../../src/terminal/screen/cell-row.ts';
import { cellRowOf, type Piece } from '../../../src/terminal/screen/row-builder.ts';

/** A feed of events as the console draws it, for budgets of bytes. */

const ACCENT = BOLD | inColour(6);
const PACKAGES = [
  'bincode',
  'django-vector-plot',
  'axios',
  '@quietlab/proxy-bridge',
  'github.com/spf13/cobra',
];
const MORE_PACKAGES = [
  'eslint',
  'webpack',
  'reactlimiter',
  'express',
  'undici',
  'typescript',
  'lodash',
  'vitest',
];
const NAMES = [
  ...PACKAGES,
  ...MORE_PACKAGES,
  'fastresolver',
  'commander',
  '@tanstack/react-query',
  'pg',
  'zod',
];
const HOSTS = [
  'nightly-06',
  'win-release-28',
  'ci-runner-06',
  'nils-xps',
  'ci-runner-26',
  'mira-macbook-pro',
];
const ECOSYSTEMS = ['npm', 'npm', 'npm', 'pip', 'cargo', 'go'];
const OUTCOMES: readonly Piece[] = [
  { text: '· allow ', attributes: inColour(2) },
  { text: '▲ REVIEW', attributes: inColour(3) },
  { text: '✖ BLOCK ', attributes: BOLD | inColour(1) },
];
const REASONS = [
  '',
  'published 3 days ago by a new maintainer',
  '1 critical vulnerability: GHSA-vcsr-0p8g-kbv2',
  'install script reads the environment',
  'licence AGPL-3.0-only is not allowed here',
];

/** The same number from 0 up to `size` for the same event and question. */
function choose(event: number, question: number, size: number): number {
  let mixed = Math.imul(event * 31 + question + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size;
}

function padded(text: string, columns: number): string {
  return text.slice(0, columns).padEnd(columns);
}

/** One row of the feed: event 0 is the oldest. */
export function eventRow(event: number, columns: number, selected = false): CellRow {
  const second = event * 3 + choose(event, 0, 3);
  const time = new Date(second * 1000).toISOString().slice(11, 20);
  const outcome = OUTCOMES[Math.max(0, choose(event, 1, 12) - 9)] as Piece;
  const version = `${choose(event, 2, 20)}.${choose(event, 3, 30)}.${choose(event, 4, 12)}`;
  const reason = outcome === OUTCOMES[0] ? '' : (REASONS[choose(event, 5, REASONS.length)] as string);
  return cellRowOf(
    [
      selected ? { text: '▌ ', attributes: ACCENT } : { text: '  ', attributes: PLAIN },
      { text: padded(time, 13), attributes: PLAIN },
      { text: padded(outcome.text, 9), attributes: outcome.attributes },
      {
        text: padded(NAMES[choose(event, 6, NAMES.length)] as string, 28),
        attributes: selected ? INVERSE : BOLD,
      },
      { text: `  ${padded(version, 11)}`, attributes: PLAIN },
      { text: padded(ECOSYSTEMS[choose(event, 7, ECOSYSTEMS.length)] as string, 6), attributes: PLAIN },
      { text: padded(HOSTS[choose(event, 8, HOSTS.length)] as string, 18), attributes: PLAIN },
      { text: padded(choose(event, 9, 5) === 0 ? 'audit' : 'install', 8), attributes: FAINT },
      { text: reason, attributes: PLAIN },
    ],
    columns,
  );
}

export interface FeedView {
  readonly columns: number;
  readonly rows: number;
  /** The newest event of all, and the one in the first row of the list. */
  readonly newest: number;
  readonly first: number;
  /** The row of the list with the gutter mark. */
  readonly selected?: number;
  readonly filter?: string;
  /** Drawn at the side, where nothing scrolls. */
  readonly hasDetail?: boolean;
}

/** The whole screen: status, tabs, filter, heading, list, hints. */
export function feedFrame(view: FeedView): Frame {
  const { columns, rows, newest, first, selected = -1, filter = '' } = view;
  const line = (text: string, attributes: Attributes = PLAIN) => cellRowOf([{ text, attributes }], columns);
  const listColumns = view.hasDetail === true ? 112 : columns;
  const list = Array.from({ length: rows - 5 }, (_, index) => {
    const row = eventRow(first - index, listColumns, index === selected);
    return view.hasDetail === true ? withDetail(row, index, columns) : row;
  });
  return [
    line(` vigil  demo organization    ● live  health ok  295/300   ${newest + 1} events`, BOLD),
    line(' 1 Overview   2 Events   3 Agents   4 Sessions   5 LLM   6 Policy'),
    cellRowOf(
      [
        { text: ` filter: ${filter}`, attributes: PLAIN },
        { text: ' ', attributes: INVERSE },
      ],
      columns,
    ),
    line('  TIME         OUTCOME  PACKAGE                       VERSION    FROM  HOST', FAINT),
    ...list,
    line(' ↑↓ move  Enter open  / filter  ? help  q quit', FAINT),
  ];
}

function withDetail(row: CellRow, index: number, columns: number): CellRow {
  const detail = cellRowOf(
    [
      { text: '│ ', attributes: FAINT },
      { text: index % 3 === 2 ? '' : `field ${index}`.padEnd(12), attributes: FAINT },
      { text: index % 3 === 2 ? '' : `value ${choose(index, 11, 1e9)} of the event`, attributes: PLAIN },
    ],
    columns - row.glyphs.length,
  );
  return {
    glyphs: [...row.glyphs, ...detail.glyphs],
    attributes: [...row.attributes, ...detail.attributes],
  };
}
