import type { Calendar, Session, SessionClient } from '../../contract/session.ts';
import { formatAge, formatDateTime, parseTime } from '../../lib/format-time.ts';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { textAsSent } from '../../lib/sent-time.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { SESSION_COLUMNS } from '../../stores/base/record-columns.ts';
import { numberField, textField, timeField, type ListQuery } from '../../stores/query/query-fields.ts';
import { readCountedClient } from '../../stores/sessions/session-clients.ts';
import { SESSION_QUERY } from '../../stores/sessions/sessions-view.ts';
import { durationOf } from '../../stores/sessions/sort-sessions.ts';
import type { RowForm, TextColumn } from '../session/row-lines.ts';
import { drawn, trusted, type Drawn, type Look, type TextStyle } from '../output/styled-text.ts';

/** A field of a session as one cell. */
function text(value: Untrusted | undefined, field: string, style: TextStyle, look?: Look): Drawn {
  const shown = value === undefined || value === '' ? asUntrusted('-') : value;
  return drawn(shown, profileOf('session', field), style, look);
}

function figure(value: number | undefined, style: TextStyle, format = formatCount): Drawn {
  return trusted(value === undefined ? '-' : format(value), style);
}

function lastActive({ modified_at: modified, raw }: Session, style: TextStyle): Drawn {
  const time = parseTime(modified);
  const sent = textAsSent(raw['modified_at']);
  return time !== undefined
    ? trusted(formatDateTime(time, 'utc'), style)
    : text(sent === '' ? undefined : untrustedText`no time: ${sent}`, 'modified_at', style);
}

const SESSION_TABLE: readonly TextColumn<Session>[] = [
  { title: 'ACTIVE', cell: lastActive },
  { title: 'ID', cell: ({ id }, style) => text(asUntrusted(id), 'id', style) },
  { title: 'HOST', cell: ({ agent_hostname: host }, style) => text(host, 'agent_hostname', style, 'bold') },
  { title: 'PROJECT', from: 80, cell: ({ project_path: path }, style) => text(path, 'project_path', style) },
  { title: 'BRANCH', from: 110, cell: ({ git_branch: branch }, style) => text(branch, 'git_branch', style) },
  {
    title: 'LENGTH',
    from: 140,
    isFigure: true,
    cell: (session, style) => figure(durationOf(session), style, formatAge),
  },
  {
    title: 'MSGS',
    from: 80,
    isFigure: true,
    cell: ({ message_count: count }, style) => figure(count, style),
  },
  {
    title: 'SIZE',
    from: 110,
    isFigure: true,
    cell: ({ size_bytes: size }, style) => figure(size, style, formatBytes),
  },
  {
    title: 'SUBS',
    from: 140,
    isFigure: true,
    cell: ({ subagent_count: count }, style) => figure(count, style),
  },
  {
    title: 'FIRST PROMPT',
    from: 110,
    cell: ({ first_prompt: prompt }, style) => text(prompt, 'first_prompt', style),
  },
];

/** Recorded sessions. */
export const SESSION_FORM: RowForm<Session> = {
  query: {
    ...SESSION_QUERY,
    titles: {
      active: 'modified',
      msgs: 'messages',
      subs: 'subagent_count',
      'first prompt': 'prompt',
    },
  },
  recordOf: ({ raw }) => raw,
  fields: SESSION_COLUMNS,
  table: () => SESSION_TABLE,
};

const DAY_QUERY: ListQuery = {
  kind: 'any',
  fields: [timeField('date', 'date'), numberField('count', 'count')],
  times: ['date'],
  titles: { sessions: 'count' },
};

/** How many sessions a day has. */
export const DAY_FORM: RowForm<Calendar['days'][number]> = {
  query: DAY_QUERY,
  recordOf: ({ raw }) => raw,
  table: () => [
    { title: 'DATE', cell: ({ date }, style) => drawn(asUntrusted(date), 'ident', style) },
    { title: 'SESSIONS', isFigure: true, cell: ({ count }, style) => figure(count, style) },
  ],
};

const CLIENT_QUERY: ListQuery = {
  kind: 'client',
  fields: [
    textField('host', 'hostname', 'host', 'agent_hostname'),
    textField('client', 'client_id', 'id'),
    { ...numberField('sessions', 'session_count'), paths: ['session_count', 'sessions', 'count', 'total'] },
  ],
  times: [],
};

/** Clients that have sessions. The specification does not show what their fields are called. */
export const CLIENT_FORM: RowForm<SessionClient> = {
  query: CLIENT_QUERY,
  recordOf: ({ raw }) => raw,
  table: () => [
    {
      title: 'HOST',
      cell: (row, style) => text(readCountedClient(row)?.host, 'agent_hostname', style, 'bold'),
    },
    { title: 'CLIENT', cell: (row, style) => text(readCountedClient(row)?.id, 'client_id', style) },
    {
      title: 'SESSIONS',
      isFigure: true,
      cell: (row, style) => figure(readCountedClient(row)?.sessions, style),
    },
  ],
};
