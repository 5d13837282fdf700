import { zoneName } from '../../../lib/days.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { SessionsView } from '../../../stores/sessions/sessions-view.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, trusted, type Line } from '../../widgets/line.ts';

const zoneOf = memoizeLast(zoneName);

/** The filters of the list of sessions that are set, in words: `day 2026-03-02 (Europe/Oslo)`. */
export function filterLines(view: SessionsView, { ascii }: Theme): readonly Line[] {
  const filterPart = (label: string, value: string | undefined): Line =>
    value === undefined || value === ''
      ? []
      : [trusted(`${label} `), ...untrusted(value, { profile: 'ident', style: 'accent', ascii })];
  return [
    view.date === undefined
      ? []
      : [
          ...filterPart('day', view.date),
          trusted(' ('),
          ...untrusted(zoneOf(view.dateZone), { profile: 'ident', ascii }),
          trusted(')'),
        ],
    filterPart('project', view.project),
    filterPart('branch', view.branch),
    filterPart('client', view.clientId),
    filterPart('agent', view.agentId),
    view.subagents ? [trusted('with subagents', 'accent')] : [],
    view.suspicious ? [trusted('only '), trusted('suspicious names', 'accent')] : [],
  ];
}
