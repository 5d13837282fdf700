import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import type { AnswerFacts } from '../../api/answer-facts.ts';
import { createClient, type Answered } from '../../api/client.ts';
import { ApiError, StatusError } from '../../api/errors.ts';
import { listEvents } from '../../api/events.ts';
import { getHealth } from '../../api/health.ts';
import { HEADERS } from '../../contract/headers.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatAge, parseTime } from '../../lib/format-time.ts';
import { isDefinite } from '../../sync/retry/failure.ts';
import { parseTimeValue } from '../../sync/governor/time-value.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { logExchange } from '../../host/faults/log-exchange.ts';
import { version } from '../../host/version.ts';
import { examineFeed } from './examine-feed.ts';
import type { Finding } from './finding.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';

/** A server that fails now and then answers one of so many requests. */
const MOST_TRIES = 3;

/** Milliseconds by which a clock may be wrong before it is worth a finding. */
const CLOCK_TOLERANCE = 30_000;

type PartialFinding = Pick<Finding, 'name' | 'value'> & Partial<Finding>;

/** What ends an examination early, and what is called with what it does next, in the past tense. */
export interface Examination {
  readonly stop?: AbortSignal;
  readonly onStep?: (does: Sentence) => void;
}

/** Asks the server what the console would ask first, and gives what it answers, errors included. */
export async function examineServer(
  settings: ConnectionSettings,
  clock: Clock,
  { stop, onStep }: Examination = {},
): Promise<Finding[]> {
  const { origin, hostname } = settings.baseUrl;
  const client = createClient({
    ...settings,
    clock,
    readOnly: true,
    userAgent: `vigil/${version}`,
    onExchange: logExchange,
  });
  try {
    onStep?.(quoting`asked ${named(origin)} how it is`);
    const health = await attempt(() => getHealth(client, stop));
    onStep?.(quoting`asked ${named(origin)} for an event, with the key`);
    const events = await attempt(() => listEvents(client, { limit: 1 }, stop));
    onStep?.(quoting`looked up the addresses of ${named(hostname)}`);
    const facts = events.facts ?? health.facts;
    const server = [
      { name: 'origin', value: origin },
      await addressesOf(hostname),
      healthFinding(health),
      keyFinding(events),
      ...(facts === undefined
        ? []
        : [...rateLimitFindings(facts, clock), clockFinding(facts.serverDate ?? timeOf(health), clock)]),
    ].map((part: PartialFinding): Finding => ({ section: 'server', state: 'ok', ...part }));
    onStep?.(quoting`read the newest events of ${named(origin)}`);
    return [...server, ...(events.answered === undefined ? [] : await examineFeed(client, clock, stop))];
  } finally {
    await client.close();
  }
}

interface Attempt<Value> {
  readonly answered: Answered<Value> | undefined;
  readonly error: ApiError | undefined;
  readonly facts: AnswerFacts | undefined;
  readonly tries: number;
}

/** Asks again where a server answered with what may be another answer the next time. */
async function attempt<Value>(ask: () => Promise<Answered<Value>>, tries = 1): Promise<Attempt<Value>> {
  try {
    const answered = await ask();
    return { answered, error: undefined, facts: answered.facts, tries };
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return tries < MOST_TRIES && isPassing(error)
      ? attempt(ask, tries + 1)
      : { answered: undefined, error, facts: error.facts, tries };
  }
}

function isPassing(error: ApiError): boolean {
  const isLimited = error instanceof StatusError && error.status === STATUS.rateLimited;
  return error.facts !== undefined && !isDefinite(error) && !isLimited;
}

/** The time that an answered health check says, in milliseconds. */
function timeOf({ answered }: Attempt<Awaited<ReturnType<typeof getHealth>>['value']>): number | undefined {
  return parseTime(answered?.value.timestamp);
}

async function addressesOf(hostname: string): Promise<PartialFinding> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) {
    return { name: 'addresses', value: literal };
  }
  try {
    const found = await lookup(literal, { all: true });
    return { name: 'addresses', value: found.map(({ address }) => address).join(', ') };
  } catch (error) {
    // A proxy may know a name that is unknown here.
    const { code } = error as NodeJS.ErrnoException;
    return {
      name: 'addresses',
      state: 'note',
      value: `${hostname} cannot be resolved here (${code ?? 'unknown'})`,
    };
  }
}

function healthFinding({
  answered,
  error,
  tries,
}: Attempt<Awaited<ReturnType<typeof getHealth>>['value']>): PartialFinding {
  if (answered === undefined) {
    return { name: 'health', state: 'failed', value: error?.message ?? '' };
  }
  const { value, facts } = answered;
  const parts: readonly Sentence[] = [
    value.status === undefined ? 'no status' : named(value.status),
    ...(value.version === undefined ? [] : [quoting`version ${named(value.version)}`]),
    ...(value.database === undefined ? [] : [quoting`database ${named(value.database)}`]),
    durationOf(facts),
    ...(tries === 1 ? [] : [triesOf(tries)]),
  ];
  return { name: 'health', value: prose(parts.join(', ')) };
}

function keyFinding({ answered, error, tries }: Attempt<unknown>): PartialFinding {
  const name = 'request with the key';
  if (answered !== undefined) {
    const value = `accepted (${answered.facts.status}), ${durationOf(answered.facts)}`;
    return { name, value: tries === 1 ? value : `${value}, ${triesOf(tries)}` };
  }
  const isRefused = error instanceof StatusError && (error.status === 401 || error.status === 403);
  return { name, state: isRefused ? 'refused' : 'failed', value: error?.message ?? '' };
}

/** The rate-limit headers as they were sent, and as they are understood. */
function rateLimitFindings({ rateLimit, serverDate }: AnswerFacts, clock: Clock): PartialFinding[] {
  const { limit, remaining, reset, retryAfter } = rateLimit;
  const sent = [
    [HEADERS.rateLimit, limit],
    [HEADERS.rateRemaining, remaining],
    [HEADERS.rateReset, reset],
    [HEADERS.retryAfter, retryAfter],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  if (sent.length === 0) {
    return [{ name: 'rate limit', state: 'note', value: 'no headers report one' }];
  }
  const asSent: PartialFinding = { name: 'rate limit as sent', value: sent.join(', ') };
  if (limit !== undefined && remaining !== undefined && remaining > limit) {
    const value = `the headers contradict each other: ${remaining} requests left of only ${limit}`;
    return [asSent, { name: 'rate limit as read', state: 'note', value }];
  }
  const left = `${remaining ?? 'an unknown number'} of ${limit ?? 'an unknown number of'} requests left`;
  return [
    asSent,
    { name: 'rate limit as read', value: `${left}${resetInWords(reset, serverDate ?? clock.now())}` },
  ];
}

/** What one value of Reset says; of a small one the unit shows only when it is watched for a while. */
function resetInWords(reset: string | undefined, now: number): string {
  const value = parseTimeValue(reset);
  if (value === undefined) {
    return '';
  }
  return value.kind === 'instant'
    ? `, all of them again in ${Math.max(0, Math.ceil((value.at - now) / 1000))} s (${value.form})`
    : `; Reset is ${value.amount} seconds or milliseconds, or the length of the window`;
}

function clockFinding(serverDate: number | undefined, clock: Clock): PartialFinding {
  const name = 'clock';
  if (serverDate === undefined) {
    return { name, state: 'note', value: 'the server does not send its time' };
  }
  const ahead = clock.now() - serverDate;
  // The Date header counts whole seconds.
  if (Math.abs(ahead) < 2000) {
    return { name, value: 'the same time here and there' };
  }
  const value = `${formatAge(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the server`;
  return Math.abs(ahead) <= CLOCK_TOLERANCE
    ? { name, value }
    : { name, state: 'note', value, advice: 'Times of this machine and of the server cannot be compared.' };
}

function triesOf(tries: number): string {
  return `failed ${tries === 2 ? 'once' : 'twice'} before`;
}

function durationOf({ milliseconds }: AnswerFacts): string {
  return `${Math.round(milliseconds)} ms`;
}
