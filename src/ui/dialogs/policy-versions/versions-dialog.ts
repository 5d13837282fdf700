import { versionCursor } from '../../../commands/policy/versions.ts';
import { formatAge, formatMinute, parseTime, zoneOf } from '../../../lib/format-time.ts';
import type { Policy } from '../../../contract/policy.ts';
import { sentInPlaceOfTime, textAsSent } from '../../../lib/sent-time.ts';
import { saidUnreadableTime, unreadableTime } from '../../panes/unreadable-time.ts';
import type { Theme } from '../../theme.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import type { PolicyVersionsDialog } from '../../../stores/view/dialog-states.ts';
import type { PolicyVersion } from '../../../stores/policy/policy-version.ts';
import { changesOfVersion, storedVersion } from '../../../stores/policy/version-changes.ts';
import {
  fit,
  fitLines,
  untrusted,
  identifier,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';

const VERSION_COLUMNS = 12;

/** `2026-03-02 11:47+02:00` */
const UPDATED_COLUMNS = 22;

/** Versions of the policy as they were first seen on this host, newest first, and what each changed. */
export const versionsView: PaintedView<PolicyVersionsDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: ({ versions }, _context, { rows }) =>
    Math.min(Math.max(10, versions.length + 3), Math.floor(rows * 0.8)),
  paint: (dialog, context, size) => ({ lines: versionLines(dialog, context, size) }),
};

function versionLines(
  dialog: PolicyVersionsDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const { versions, marked } = dialog;
  const cursor = versionCursor(dialog);
  const { ascii } = theme;
  const zone = zoneOf(commands.stores.view.getState().timeStyle);
  const stored = storedVersion(versions, commands.stores.policy.getState().data);
  const room = Math.max(1, rows - 3);
  const isWide = columns >= 80;
  const age = (milliseconds: number) => (isWide ? ` ${formatAge(milliseconds).padStart(4)}` : '');
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), versions.length - room));
  const lines = versions.slice(top, top + room).map((version, index): Line => {
    const { policy, seenAt, id, writtenBy } = version;
    const selected = top + index === cursor;
    const before = versions[top + index + 1];
    const changed = untrusted(
      before === undefined ? 'the first that was seen' : changesOfVersion(policy, before.policy),
      { style: 'plain', ascii },
    );
    const gutter = selected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  ');
    const mark = trusted(marked === id ? theme.glyph('mark') : ' ', 'accent');
    if (!theme.sideBySide) {
      return [
        gutter,
        mark,
        ...saidVersion(version, { isStored: version === stored, zone, theme }),
        ...changed,
      ];
    }
    return [
      gutter,
      mark,
      trusted(` ${formatMinute(seenAt, zone)}${age(now - seenAt)}  `, 'dim'),
      ...fit(
        identifier(policy.version, VERSION_COLUMNS, { style: selected ? 'bold' : 'plain', ascii }),
        VERSION_COLUMNS + 2,
        theme,
      ),
      ...(columns < 100
        ? []
        : [...fit(updatedCell(policy, zone, theme), UPDATED_COLUMNS, theme), trusted('  ')]),
      ...(isWide
        ? fit([trusted(writtenBy ?? '', writtenBy === 'you here' ? 'accent' : 'dim')], WRITER_COLUMNS, theme)
        : []),
      ...(version === stored ? [trusted('stored now  ', 'good')] : []),
      ...changed,
    ];
  });
  return [
    ruleLine(columns, theme, [
      trusted('Versions of the policy seen on this host', 'heading'),
      trusted(`${theme.sideBySide ? ' ' : ':'} ${versions.length}`, 'dim'),
    ]),
    [
      trusted(
        `    ${'FIRST SEEN'.padEnd(isWide ? 24 : 19)}${'VERSION'.padEnd(VERSION_COLUMNS + 2)}`,
        'heading',
      ),
      trusted(columns < 100 ? '' : 'UPDATED AT'.padEnd(UPDATED_COLUMNS + 2), 'heading'),
      trusted(isWide ? 'BY'.padEnd(WRITER_COLUMNS) : '', 'heading'),
      trusted('CHANGED', 'heading'),
    ],
    ...fitLines(lines, room),
    [
      trusted(
        marked === undefined
          ? ` ${theme.keyOf('policy-versions.compare')} compares it with what is stored, ${theme.keyOf('policy-versions.mark')} marks it`
          : ` ${theme.keyOf('policy-versions.compare')} compares it with the marked one`,
        'dim',
      ),
      trusted(
        columns >= 120 && versions.some(({ writtenBy }) => writtenBy === 'others')
          ? '   others: not in your journal on this host'
          : '',
        'dim',
      ),
    ],
  ];
}

const WRITER_COLUMNS = 12;

/** A number of a version that is said is cut only where it is as long as a file. */
const MOST_SAID = 200;

/** What columns show under their headings, in words: what is known only later is announced by itself. */
function saidVersion(
  { policy, seenAt, writtenBy }: PolicyVersion,
  { isStored, zone, theme }: { readonly isStored: boolean; readonly zone: Zone; readonly theme: Theme },
): Line {
  const { version } = policy;
  const { ascii } = theme;
  return [
    ...(version === undefined
      ? []
      : [trusted('version '), ...identifier(version, MOST_SAID, { ascii }), trusted('  ')]),
    ...(isStored ? [trusted('stored now  ')] : []),
    ...(writtenBy === undefined ? [] : [trusted(`written by ${writtenBy}  `)]),
    trusted(`first seen ${formatMinute(seenAt, zone)}  `),
    ...saidUpdate(policy, zone, theme),
  ];
}

/** The same in words; nothing where it does not say. */
function saidUpdate(policy: Policy, zone: Zone, theme: Theme): Line {
  const sent = sentInPlaceOfTime(policy.raw['updated_at']);
  return sent === ''
    ? []
    : [
        trusted('updated '),
        ...(sent === undefined ? updatedCell(policy, zone, theme) : saidUnreadableTime(sent, theme)),
        trusted('  '),
      ];
}

/** When the server says that it was changed, in the zone of the screen; as it was sent where that is no time. */
function updatedCell({ updated_at: updated, raw }: Policy, zone: Zone, theme: Theme): Line {
  const time = parseTime(updated);
  return time === undefined
    ? unreadableTime(textAsSent(raw['updated_at']), UPDATED_COLUMNS, theme)
    : [trusted(formatMinute(time, zone), 'dim')];
}
