import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

import { isLoopbackHost } from './base-url.ts';
import { ConnectionSettingError, readCertificateFile } from './connection-setting.ts';

export interface DispatcherOptions {
  readonly baseUrl: URL;
  /** A file of PEM certificates that are trusted beside the usual ones. */
  readonly certificateFile: string | undefined;
  /** Milliseconds that a connection may take. */
  readonly connectTimeout: number;
}

/** Milliseconds after which an idle connection is asked whether it is still there. */
const KEEPALIVE_DELAY = 15_000;
/** Milliseconds that an idle connection is kept at most, whatever the server offers: it may be gone without a sign. */
const MOST_IDLE = 60_000;
/**
 * Milliseconds that an idle connection is kept where the server does not say for how long. A feed in which nothing happens
 * is read every 4 seconds: with a new connection each time, that would take most of what a quiet night takes.
 */
const USUAL_IDLE = 10_000;
/** So many milliseconds before the server ends an idle connection it is not used any more. */
const BEFORE_ITS_END = 500;

/**
 * A maker of connection pools to one origin. Certificates are always checked. Loopback is always direct, and a proxy of
 * the environment (HTTPS_PROXY, NO_PROXY) serves https alone: over http it would read the key. The certificate file is
 * read once. Throws a ConnectionSettingError.
 */
export function createDispatcherFactory({
  baseUrl,
  certificateFile,
  connectTimeout,
}: DispatcherOptions): () => Dispatcher {
  const connect = {
    timeout: connectTimeout,
    keepAliveInitialDelay: KEEPALIVE_DELAY,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count.
    rejectUnauthorized: true,
    // Timeouts and failures are distinguished by what HTTP/1.1 connections report.
    allowH2: false,
    ...(certificateFile === undefined ? {} : { ca: trustedWith(certificateFile) }),
  };
  const pool = {
    connect,
    allowH2: false,
    keepAliveTimeout: USUAL_IDLE,
    keepAliveMaxTimeout: MOST_IDLE,
    keepAliveTimeoutThreshold: BEFORE_ITS_END,
  };
  if (baseUrl.protocol === 'http:' || isLoopbackHost(baseUrl.hostname)) {
    return () => new Agent(pool);
  }
  return () => {
    try {
      return new EnvHttpProxyAgent({ ...pool, requestTls: connect, proxyTls: connect, httpProxy: '' });
    } catch {
      // Not repeated in the sentence: a proxy's URL often holds a password.
      throw new ConnectionSettingError(
        'HTTPS_PROXY cannot be used. It looks like http://proxy.example:3128.',
      );
    }
  };
}

/** Throws the ConnectionSettingError that connections with these options would end in; connects to nothing. */
export function checkConnectionSettings(options: Omit<DispatcherOptions, 'connectTimeout'>): void {
  const createDispatcher = createDispatcherFactory({ ...options, connectTimeout: 0 });
  void createDispatcher().destroy();
}

function trustedWith(file: string): string[] {
  const text = readCertificateFile(file);
  // Over plain http it would take 5 MB for nothing.
  const { getCACertificates } = process.getBuiltinModule('node:tls');
  return [...getCACertificates('default'), text];
}
