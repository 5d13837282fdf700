import type { Session } from '../../../contract/session.ts';
import { formatAge } from '../../../lib/format-time.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import type { Parent } from '../../../stores/sessions/nest-subagents.ts';
import { durationOf } from '../../../stores/sessions/sort-sessions.ts';
import type { Theme } from '../../theme.ts';
import { detailLines, fieldsOf, timesIn } from '../../widgets/detail.ts';
import { untrusted, untrustedWrapped, identifier, trusted, type Line } from '../../widgets/line.ts';
import type { Detail } from '../list-pane.ts';

/** A session with every field that the server sent, its first prompt whole and first. */
export function sessionDetail(
  session: Session,
  parent: Parent | undefined,
  columns: number,
  { theme, zone }: { readonly theme: Theme; readonly zone: Zone },
): Detail {
  const { ascii } = theme;
  const duration = durationOf(session);
  return {
    title: identifier(session.project_path, columns, { style: 'bold', ascii }),
    lines: [
      ...untrustedWrapped(session.first_prompt ?? '', columns, { style: 'accent', ascii }),
      [],
      ...(duration === undefined ? [] : [[trusted(`went on for ${formatAge(duration)}`)]]),
      ...(parent === undefined ? [] : parentLines(parent, columns, ascii)),
      ...detailLines(
        timesIn(zone, fieldsOf(session.raw, 'session', new Set(['first_prompt'])), [
          'created_at',
          'modified_at',
        ]),
        columns,
        ascii,
      ),
      [],
      [trusted(`${theme.keyOf('sessions.open')} reads the transcript`, 'dim')],
    ],
  };
}

function parentLines({ session, isNamed }: Parent, columns: number, ascii: boolean): readonly Line[] {
  const how: Line = isNamed
    ? [trusted('subagent of ')]
    : [trusted('subagent of (by machine, project and time) ', 'warn')];
  return [
    [...how, ...untrusted(session.session_id ?? session.id, { profile: 'ident', ascii })],
    ...untrustedWrapped(session.first_prompt ?? '', columns, { style: 'dim', ascii }).slice(0, 2),
  ];
}
