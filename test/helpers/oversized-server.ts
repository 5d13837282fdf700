import { AGENT } from '../fixtures/agent.ts';
import { generousLimit } from './generous-limit.ts';
import { oversizedAnswers, type Excess } from './oversized-organization.ts';
import { startSocketServer, type SocketServer } from './socket-server.ts';

const BASE = '/api/v1';

const EXCESSES: readonly Excess[] = [
  { of: 'text', text: 'a'.repeat(100_000) },
  { of: 'keys', count: 3000 },
  { of: 'items', count: 11_000 },
  { of: 'levels', count: 1500 },
];

type Row = Readonly<Record<string, unknown>>;

/** A server that sends each record in several forms: with texts, with objects, with lists and with levels beyond all caps. */
export async function startOversizedServer(): Promise<SocketServer> {
  const now = Date.now();
  const at = (ago: number) => new Date(now - ago * 1000).toISOString();
  const answers = EXCESSES.map((excess) => oversizedAnswers(excess, at));
  const [ofTexts, ofKeys, ofItems] = answers as [Answers, Answers, Answers];
  const page = (name: string, lists: readonly (readonly Row[])[]) => {
    const rows = lists.flatMap((some, form) =>
      some.map((row) => ({
        ...row,
        id: name === 'sessions' ? 10 * form + Number(row['id']) : `${form} ${String(row['id'])}`,
      })),
    );
    return JSON.stringify({
      [name]: rows,
      pagination: { limit: 1000, offset: 0, total: rows.length, has_more: false },
    });
  };
  const bodies: readonly (readonly [path: RegExp, body: string])[] = [
    [/^\/health$/, JSON.stringify({ ...ofTexts.health, ...ofKeys.health, status: 'ok', timestamp: at(0) })],
    [
      /^\/events\/llm/,
      page(
        'events',
        answers.map(({ calls }) => calls),
      ),
    ],
    [/^\/stats/, JSON.stringify({ ...ofKeys.summary, period: ofTexts.summary.period })],
    [
      /^\/events/,
      page(
        'events',
        answers.map(({ events }) => events),
      ),
    ],
    [
      /^\/registered-agents/,
      page('agents', [
        ...answers.map(({ agents }) => agents),
        [{ ...AGENT, hostname: 'h'.repeat(10_000_000) }],
      ]),
    ],
    [/^\/sessions\/calendar/, JSON.stringify(ofItems.calendar)],
    [
      /^\/sessions\/clients/,
      page(
        'clients',
        answers.map(({ clients }) => clients),
      ),
    ],
    [
      /^\/sessions\/.*\/content/,
      JSON.stringify({
        ...ofTexts.transcript,
        messages: answers.flatMap(({ transcript }) => transcript['messages'] as readonly unknown[]),
      }),
    ],
    [
      /^\/sessions/,
      page(
        'sessions',
        answers.map(({ sessions }) => sessions),
      ),
    ],
    [
      /^\/policy/,
      JSON.stringify({
        ...ofTexts.policy,
        ...ofItems.policy,
        rules: { ...ofTexts.policy.rules, ...ofKeys.policy.rules },
      }),
    ],
  ];
  return startSocketServer((request, response) => {
    const path = (request.url ?? '').slice(BASE.length);
    const found = bodies.find(([pattern]) => pattern.test(path));
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': 'application/json',
      ...generousLimit(),
    });
    response.end(found === undefined ? JSON.stringify({ error: 'a'.repeat(200_000) }) : found[1]);
  });
}

type Answers = ReturnType<typeof oversizedAnswers>;
