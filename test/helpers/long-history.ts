import { startSocketServer } from './socket-server.ts';

/** A history of an organization that no memory has to hold: each event follows from its place. */
export interface LongHistory {
  readonly events: number;
  /** Milliseconds between two events; the newest is so long before `end`. */
  readonly apart: number;
  readonly end: number;
  /** What an event says beside its id and time, by its place from the newest on. */
  readonly fieldsAt: (place: number) => object;
}

const LARGEST_PAGE = 1000;

/** Serves it over HTTP on loopback, newest first, with exclusive bounds, until the test ends; resolves with its base URL. */
export async function serveLongHistory(history: LongHistory): Promise<{
  readonly baseUrl: string;
  /** Requests for events so far. */
  readonly requests: () => number;
}> {
  let requests = 0;
  const { baseUrl } = await startSocketServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const body = () => {
      switch (pathname.replace('/api/v1', '')) {
        case '/events':
          requests++;
          return pageOf(history, searchParams);
        case '/registered-agents':
          return { agents: [], pagination: { total: 0, limit: 50, offset: 0, has_more: false } };
        case '/sessions':
          return { sessions: [], pagination: { total: 0, limit: 20, offset: 0, has_more: false } };
        default:
          return { status: 'ok', timestamp: new Date(history.end).toISOString() };
      }
    };
    response.setHeader('date', new Date(history.end).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body()));
  });
  return { baseUrl: baseUrl.href, requests: () => requests };
}

function pageOf({ events, apart, end, fieldsAt }: LongHistory, asked: URLSearchParams) {
  const timeAt = (place: number) => end - (place + 1) * apart;
  /** The place of the first event before a time. */
  const before = (time: number) => Math.max(0, Math.floor((end - time) / apart));
  const until = asked.get('until');
  const since = asked.get('since');
  const first = until === null ? 0 : before(Date.parse(until));
  const last = since === null ? events : Math.min(events, Math.ceil((end - Date.parse(since)) / apart) - 1);
  const total = Math.max(0, last - first);
  const limit = Math.min(LARGEST_PAGE, Number(asked.get('limit') ?? 50));
  const offset = Number(asked.get('offset') ?? 0);
  const size = Math.max(0, Math.min(limit, total - offset));
  const rows = Array.from({ length: size }, (_, index) => {
    const place = first + offset + index;
    return {
      id: `evt_${String(place).padStart(12, '0')}`,
      timestamp: new Date(timeAt(place)).toISOString(),
      ...fieldsAt(place),
    };
  });
  return { events: rows, pagination: { limit, offset, total, has_more: offset + size < total } };
}
