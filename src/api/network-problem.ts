import { ownValue } from '../lib/own-value.ts';
import type { NetworkFailure, TimeoutPhase } from './errors.ts';

/** Milliseconds that each phase of an exchange may take. */
export type Patience = Readonly<Record<TimeoutPhase, number>>;

const TIMEOUT_PHASE: Readonly<Record<string, TimeoutPhase>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'headers',
  UND_ERR_BODY_TIMEOUT: 'body',
};

/** A certificate is checked before anything is sent; other failures of TLS also happen later. */
const CERTIFICATE =
  /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|UND_ERR_PRX_TLS$)/;
const OTHER_TLS = /^(ERR_TLS|ERR_SSL|EPROTO$)/;
/** The parser gives a code to some of its errors alone, and a name to all. */
const NOT_HTTP = /^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$)/;
const PROXY_STATUS = /^Proxy response \((\d{3})\)/;

/** The failure behind an error of the HTTP library; nothing of the error but codes and statuses goes into it. */
export function networkFailureFrom(error: unknown, baseUrl: URL, patience: Patience): NetworkFailure {
  const { code, syscall, message } = innermost(error);
  const { hostname, host } = baseUrl;
  const phase = ownValue(TIMEOUT_PHASE, code);
  if (phase !== undefined) {
    return timeoutFailure(phase, baseUrl, patience);
  }
  if (syscall === 'getaddrinfo') {
    return failure('name', true, `The name of ${hostname} or of the proxy could not be resolved (${code}).`);
  }
  if (syscall === 'connect') {
    return failure('connect', true, `There is no connection to ${host} (${code}).`);
  }
  const proxyStatus = PROXY_STATUS.exec(message)?.[1];
  if (proxyStatus !== undefined || code === 'UND_ERR_PRX_CONN') {
    const what = proxyStatus === undefined ? 'broke the connection' : `answered ${proxyStatus}`;
    return failure('connect', true, `The proxy ${what} and made no connection to ${host}.`);
  }
  if (CERTIFICATE.test(code) || OTHER_TLS.test(code)) {
    const isCertificate = CERTIFICATE.test(code);
    const advice = isCertificate
      ? 'Certificates are always checked; ca_file of a profile names authorities of your own.'
      : 'Is it a server of https? Nothing was accepted from it.';
    return failure('tls', isCertificate, `The connection to ${host} cannot be trusted (${code}). ${advice}`);
  }
  if (NOT_HTTP.test(code)) {
    return failure('not-http', false, `What answers at ${host} does not speak HTTP as it should (${code}).`);
  }
  return failure('reset', false, `The connection to ${host} broke before an answer came (${code}).`);
}

/** The failure when a phase took longer than it may. */
export function timeoutFailure(phase: TimeoutPhase, baseUrl: URL, patience: Patience): NetworkFailure {
  const { host } = baseUrl;
  const seconds = `${patience[phase] / 1000} s`;
  const sentences: Readonly<Record<TimeoutPhase, string>> = {
    connect: `There was no connection to ${host} within ${seconds}.`,
    headers: `${host} did not answer within ${seconds}.`,
    body: `${host} stopped in the middle of its answer for ${seconds}.`,
    total: `The answer of ${host} was not complete within ${seconds}.`,
  };
  return { kind: 'timeout', phase, neverSent: phase === 'connect', message: sentences[phase] };
}

/** The failure of a read whose connection was given up for a new one. */
export function replacedFailure({ host }: URL): NetworkFailure {
  return failure('reset', false, `The connection to ${host} was given up for a new one after a pause.`);
}

function failure(kind: NetworkFailure['kind'], neverSent: boolean, message: string): NetworkFailure {
  return { kind, neverSent, message };
}

interface SystemError {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
}

/** What the error or its cause says; an AggregateError has one error for each address that was tried. */
function innermost(error: unknown): SystemError {
  if (!(error instanceof Error)) {
    return { code: 'unknown', syscall: '', message: '' };
  }
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (inner !== undefined && (error instanceof AggregateError || typeof code !== 'string')) {
    return innermost(inner);
  }
  return { code: code ?? error.name, syscall: syscall ?? '', message: error.message };
}
