import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';

import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

import { isLoopbackHost } from './base-url.ts';

/** A certificate file or a proxy of the environment cannot be used; the message is a sentence that says why. */
export class ConnectionSettingError extends Error {
  override name = 'ConnectionSettingError';
}

export interface DispatcherOptions {
  readonly baseUrl: URL;
  /** A file of PEM certificates that are trusted beside the usual ones. */
  readonly certificateFile: string | undefined;
  /** Milliseconds that a connection may take. */
  readonly connectTimeout: number;
}

/**
 * The connections to one origin. Certificates are always checked. Loopback is always direct, and a proxy of the
 * environment (HTTPS_PROXY, NO_PROXY) serves https alone: over http it would read the key. Throws a
 * ConnectionSettingError.
 */
export function createDispatcher({
  baseUrl,
  certificateFile,
  connectTimeout,
}: DispatcherOptions): Dispatcher {
  const connect = {
    timeout: connectTimeout,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count.
    rejectUnauthorized: true,
    // Timeouts and failures are told apart by what HTTP/1.1 connections report.
    allowH2: false,
    ...(certificateFile === undefined ? {} : { ca: trustedWith(certificateFile) }),
  };
  if (baseUrl.protocol === 'http:' || isLoopbackHost(baseUrl.hostname)) {
    return new Agent({ connect, allowH2: false });
  }
  try {
    return new EnvHttpProxyAgent({
      connect,
      requestTls: connect,
      proxyTls: connect,
      httpProxy: '',
      allowH2: false,
    });
  } catch {
    // Not repeated in the sentence: a proxy's URL often holds a password.
    throw new ConnectionSettingError('HTTPS_PROXY cannot be used. It looks like http://proxy.example:3128.');
  }
}

function trustedWith(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConnectionSettingError(`The certificate file ${file} cannot be read (${code ?? 'unknown'}).`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConnectionSettingError(
      `The certificate file ${file} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`,
    );
  }
  return [...getCACertificates('default'), text];
}
