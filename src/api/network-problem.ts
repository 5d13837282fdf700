import { NetworkError, type NetworkProblem, type RequestFacts } from './errors.ts';

const PROBLEM_BY_CODE: Readonly<Record<string, NetworkProblem>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** The sentence for a failed exchange; nothing of the original error but its code goes into it. */
export function networkErrorFrom(error: unknown, baseUrl: URL, request: RequestFacts): NetworkError {
  const code = codeOf(error);
  const kind = kindOf(error, code);
  const { hostname, host } = baseUrl;
  const sentences: Readonly<Record<NetworkProblem, string>> = {
    name: `The name ${hostname} could not be resolved (${code}).`,
    connect: `No connection to ${host} (${code}).`,
    tls: `No trusted connection to ${host} (${code}). Certificates are always checked.`,
    timeout: `${host} did not answer in time.`,
    reset: `The connection to ${host} broke before the answer was complete (${code}).`,
  };
  return new NetworkError(kind, sentences[kind], request);
}

function kindOf(error: unknown, code: string): NetworkProblem {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'timeout';
  }
  return PROBLEM_BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'reset');
}

/** The code of an error or of what caused it; an AggregateError has one for each address that was tried. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    return code;
  }
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  return inner === undefined ? error.name : codeOf(inner);
}
