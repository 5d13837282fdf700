import { refuseErrorWithoutData } from '../contract/error.ts';
import { parsePage, parseUndocumentedPage, type Page } from '../contract/pagination.ts';
import type { CalendarQuery, SessionClientsQuery, SessionsQuery } from '../contract/queries.ts';
import {
  calendarSchema,
  sessionClientSchema,
  sessionSchema,
  type Calendar,
  type Session,
  type SessionClient,
} from '../contract/session.ts';
import { transcriptSchema } from '../contract/transcript.ts';
import { Transcript } from '../contract/transcript/transcript.ts';
import type { Answered, Client } from './client.ts';
import { StatusError } from './errors.ts';
import { unwrap } from './single-resource.ts';

/** The two identifiers of a session; which of them the single-session endpoints take is not shown. */
export interface SessionIds {
  readonly id: string;
  readonly session_id?: string | undefined;
}

/** GET /sessions: one page of recorded sessions. */
export function listSessions(
  client: Client,
  query: SessionsQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Page<Session>>> {
  return client.call('listSessions', { query, signal, purpose }, (body) =>
    parsePage(body, 'sessions', sessionSchema),
  );
}

/** GET /sessions/{id}: the metadata of one session, whether the body is bare or wrapped. */
export function getSession(
  client: Client,
  ids: SessionIds,
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Session>> {
  return withEitherId(client, ids, (id) =>
    client.call('getSession', { id, signal, purpose }, (body) =>
      sessionSchema.parse(unwrap(body, ['id', 'session_id', 'client_id', 'project_path', 'message_count'])),
    ),
  );
}

/** Where the content of a session goes, and what is called while it arrives. */
export interface TranscriptReading {
  /** What is filled; it keeps what arrived when the rest does not. */
  readonly into?: Transcript;
  /** Called when it begins to arrive, or does so anew: what came before is forgotten. */
  readonly onBegin?: () => void;
  /** Called after each piece; more comes once it is done. */
  readonly onPiece?: () => void | Promise<void>;
}

/**
 * GET /sessions/{id}/content: the whole transcript, which can be read from while it arrives. The body may be bare or
 * wrapped. Of one that breaks off in the middle or is no JSON there, what came before is given.
 */
export function getTranscript(
  client: Client,
  ids: SessionIds,
  signal?: AbortSignal,
  purpose?: string,
  { into = new Transcript(), onBegin, onPiece }: TranscriptReading = {},
): Promise<Answered<Transcript>> {
  const sink = {
    begin(body: Parameters<Transcript['begin']>[0]) {
      into.begin(body);
      onBegin?.();
    },
    add(piece: Uint8Array) {
      into.add(piece);
      return onPiece?.();
    },
    beginning: () => into.beginning(),
  };
  return withEitherId(client, ids, (id) =>
    client.call('getTranscript', { id, signal, purpose, into: sink }, () => {
      into.finish((body) => transcriptSchema.parse(unwrap(body, ['messages'])).raw);
      return into;
    }),
  );
}

/** GET /sessions/calendar: sessions per day. */
export function getCalendar(
  client: Client,
  query: CalendarQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Calendar>> {
  return client.call('getCalendar', { query, signal, purpose }, (body) => {
    const calendar = calendarSchema.parse(body);
    refuseErrorWithoutData(calendar.raw, calendar.days.length + calendar.damaged.length > 0);
    return calendar;
  });
}

/** More clients are not read: those that are shown are chosen from among them. */
export const MOST_CLIENTS = 5000;

/** GET /sessions/clients: the distinct clients, or a page of them. The response shape is not shown. */
export function listSessionClients(
  client: Client,
  query: SessionClientsQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Page<SessionClient>>> {
  return client.call('listSessionClients', { query, signal, purpose }, (body) =>
    parseUndocumentedPage(body, sessionClientSchema, MOST_CLIENTS),
  );
}

/**
 * Tries the kind of id that worked before, or `id`; on 404 or 400 the other one. The kind that works is remembered.
 * When neither is known, the error is the one for the first.
 */
async function withEitherId<Value>(
  client: Client,
  ids: SessionIds,
  call: (id: string) => Promise<Answered<Value>>,
): Promise<Answered<Value>> {
  const first = client.learned.sessionId ?? 'id';
  const second = first === 'id' ? 'session_id' : 'id';
  const firstId = ids[first] ?? ids.id;
  const secondId = ids[second];
  try {
    const answered = await call(firstId);
    client.learned.sessionId = first;
    return answered;
  } catch (error) {
    if (!isUnknownId(error) || secondId === undefined || secondId === firstId) {
      throw error;
    }
    try {
      const answered = await call(secondId);
      client.learned.sessionId = second;
      return answered;
    } catch (secondError) {
      throw isUnknownId(secondError) ? error : secondError;
    }
  }
}

function isUnknownId(error: unknown): boolean {
  return error instanceof StatusError && (error.status === 404 || error.status === 400);
}
