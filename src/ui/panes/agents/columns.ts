import type { Agent } from '../../../contract/agent.ts';
import { formatAge, formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import { isSilent } from '../../../stores/select-agents.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import { foreign, identifier, joined, own, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import type { Untrusted } from '../../../lib/untrusted.ts';

const STATUS_LOOKS: ReadonlyMap<string | undefined, { readonly shape: Glyph; readonly style: Style }> =
  new Map([
    ['active', { shape: 'live', style: 'good' }],
    ['suspended', { shape: 'frozen', style: 'warn' }],
    ['deleted', { shape: 'block', style: 'dim' }],
  ]);
const UNKNOWN_STATUS = { shape: 'unknown', style: 'warn' } as const;

/** The status of an agent as a shape, a word and a colour. */
export function statusCell(status: Untrusted | undefined, theme: Theme): Line {
  const { shape, style } = STATUS_LOOKS.get(status) ?? UNKNOWN_STATUS;
  return [
    own(theme.glyph(shape).padEnd(3), style),
    ...foreign(status ?? 'none', { profile: 'ident', style, ascii: theme.ascii }),
  ];
}

/** What is odd about an agent, in words. */
export function agentFlags(agent: Agent, now: number, theme: Theme): Line {
  const flags: Line[] = [];
  if (agent.clone_detected === true) {
    flags.push([own(`${theme.glyph('flag')} clone`, 'bad')]);
  }
  if (isSilent(agent, now)) {
    flags.push([own('silent', 'warn')]);
  }
  return joined(flags, own(' '));
}

/** The columns of the list of agents. */
export function agentColumns({
  theme,
  now,
  timeStyle,
}: {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
}): readonly Column<Agent>[] {
  const { ascii } = theme;
  const text = (
    title: string,
    width: number,
    rank: number,
    value: (agent: Agent) => string | undefined,
    grow = 0,
  ): Column<Agent> => ({
    title,
    width,
    grow,
    rank,
    cell: (agent, columns) => identifier(value(agent), columns, { ascii }),
  });
  return [
    { title: 'STATUS', width: 12, grow: 0, rank: 0, cell: (agent) => statusCell(agent.status, theme) },
    {
      ...text('HOST', 16, 0, (agent) => agent.hostname, 2),
      primary: true,
      cell: (agent, columns) => identifier(agent.hostname ?? agent.id, columns, { style: 'bold', ascii }),
    },
    text('USER', 10, 3, (agent) => agent.username, 1),
    text('OS', 12, 2, (agent) => agent.os, 1),
    text('ARCH', 7, 6, (agent) => agent.arch),
    text('VERSION', 8, 2, (agent) => agent.version),
    {
      title: 'LAST SEEN',
      width: 12,
      grow: 0,
      rank: 1,
      cell: (agent) => {
        const seen = parseTime(agent.last_seen_at);
        if (seen === undefined) {
          return identifier(agent.last_seen_at, 12, { ascii });
        }
        const age = `${formatAge(Math.max(0, now - seen))} ago`;
        return [own(timeStyle === 'age' ? age : formatClock(seen, now, timeStyle), 'dim')];
      },
    },
    { title: 'FLAGS', width: 8, grow: 1, rank: 1, cell: (agent) => agentFlags(agent, now, theme) },
  ];
}
