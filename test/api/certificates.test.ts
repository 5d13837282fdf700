import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { ConnectionSettingError } from '../../src/api/connection-setting.ts';
import { getSummary } from '../../src/api/summary.ts';
import { CERTIFICATE } from '../fixtures/certificate.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { listenOnLoopback, startSecureServer, type SocketServer } from '../helpers/socket-server.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy']) {
    vi.stubEnv(name, undefined);
  }
  // Everything here has to hold although somebody switched the checks off for other programs.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function connect(baseUrl: URL, certificateFile?: string): Client {
  const client = createClient({
    baseUrl,
    key: parseApiKey(CANARY),
    clock: new VirtualClock(),
    userAgent: 'vigil-test/0',
    readOnly: false,
    certificateFile,
  });
  onTestFinished(() => client.close());
  return client;
}

function fileWith(text: string): string {
  const file = temporaryFile('certificates.pem');
  writeFileSync(file, text);
  return file;
}

const answerSummary = () => startSecureServer((_request, response) => response.end(JSON.stringify(SUMMARY)));

describe('a server with a certificate of its own making', () => {
  it('gets nothing, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    const server = await answerSummary();
    const error = await rejection(setAgentStatus(connect(server.baseUrl), 'a', { status: 'active' }));
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'tls', neverSent: true });
    expect((error as Error).message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(server.requests).toEqual([]);
  });

  it('is trusted when its certificate is in the certificate file', async () => {
    const server = await answerSummary();
    const { value } = await getSummary(connect(server.baseUrl, fileWith(`# ours\n${CERTIFICATE}`)));
    expect(value.raw).toEqual(SUMMARY);
  });
});

it('a server without TLS is no https server', async () => {
  const port = await listenOnLoopback(createServer((_request, response) => response.end('{}')));
  expect(await rejection(getSummary(connect(new URL(`https://127.0.0.1:${port}`))))).toMatchObject({
    name: 'NetworkError',
    kind: 'tls',
  });
});

describe('a certificate file', () => {
  it('that does not exist is refused with its name', () => {
    const file = temporaryFile('absent.pem');
    expect(() => connect(new URL('https://127.0.0.1:1'), file)).toThrow(ConnectionSettingError);
    expect(() => connect(new URL('https://127.0.0.1:1'), file)).toThrow(`${file} cannot be read (ENOENT)`);
  });

  it('without a certificate is refused', () => {
    const file = fileWith('not a certificate');
    expect(() => connect(new URL('https://127.0.0.1:1'), file)).toThrow(/holds no certificate/);
  });
});

describe('a proxy of the environment', () => {
  interface Proxy {
    readonly port: number;
    /** Everything that the proxy was asked for, and the headers of it. */
    readonly asked: readonly string[];
  }

  /** A proxy that connects every tunnel to `target`, or answers `refusal`. */
  async function startProxy(target: SocketServer, refusal?: number): Promise<Proxy> {
    const asked: string[] = [];
    const note = ({ method, url, rawHeaders }: IncomingMessage) =>
      asked.push(`${method} ${url} ${rawHeaders.join(' ')}`);
    const server = createServer((request, response) => {
      note(request);
      response.end('{}');
    });
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      note(request);
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
        return;
      }
      const tunnel = connectSocket(target.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(tunnel).pipe(socket);
      });
      for (const end of [socket, tunnel]) {
        end.on('error', () => undefined);
      }
    });
    return { port: await listenOnLoopback(server), asked };
  }

  const baseUrl = new URL('https://api.example/api/v1');

  it('makes a tunnel and never sees the key', async () => {
    const target = await answerSummary();
    const proxy = await startProxy(target);
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
    const { value } = await getSummary(connect(baseUrl, fileWith(CERTIFICATE)));
    expect(value.raw).toEqual(SUMMARY);
    expect(proxy.asked).toEqual([expect.stringMatching(/^CONNECT api\.example:443 /)]);
    expect(proxy.asked.join()).not.toContain('canary');
    expect(target.requests).toEqual(['GET /api/v1/stats/summary']);
  });

  it('cannot pass another server off as the one that was meant', async () => {
    const target = await answerSummary();
    const proxy = await startProxy(target);
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
    expect(await rejection(getSummary(connect(baseUrl)))).toMatchObject({ kind: 'tls', neverSent: true });
    const named = connect(new URL('https://other.example/api/v1'), fileWith(CERTIFICATE));
    const error = await rejection(getSummary(named));
    expect(error).toMatchObject({ kind: 'tls', neverSent: true });
    expect((error as Error).message).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(target.requests).toEqual([]);
  });

  it('that refuses is distinguished from the server', async () => {
    const target = await answerSummary();
    const proxy = await startProxy(target, 403);
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
    const error = await rejection(getSummary(connect(baseUrl)));
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'connect', neverSent: true });
    expect((error as Error).message).toContain('proxy answered 403');
  });

  it('is not asked for what is on this machine', async () => {
    const target = await answerSummary();
    const proxy = await startProxy(target);
    const plain = createServer((_request, response) => response.end(JSON.stringify(SUMMARY)));
    const port = await listenOnLoopback(plain);
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    await getSummary(connect(target.baseUrl, fileWith(CERTIFICATE)));
    await getSummary(connect(new URL(`http://127.0.0.1:${port}/api/v1`)));
    expect(proxy.asked).toEqual([]);
  });

  it('for http is not asked for https', async () => {
    const target = await answerSummary();
    const proxy = await startProxy(target);
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    // It reaches this machine, but is no address of loopback.
    const elsewhere = connect(new URL(`https://0.0.0.0:${target.port}/api/v1`));
    expect(await rejection(getSummary(elsewhere))).toMatchObject({ kind: 'tls' });
    expect(proxy.asked).toEqual([]);
  });

  it('that is named wrongly is refused without repeating its password', () => {
    vi.stubEnv('HTTPS_PROXY', 'ftp://me:secret@proxy.example');
    expect(() => connect(baseUrl)).toThrow(ConnectionSettingError);
    expect(() => connect(baseUrl)).toThrow(/^(?!.*secret)HTTPS_PROXY cannot be used/);
  });
});
