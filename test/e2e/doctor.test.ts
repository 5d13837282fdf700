import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { parseApiKey } from '../../src/api/api-key.ts';
import { organizationFolder } from '../../src/host/state/state-place.ts';
import { CERTIFICATE } from '../fixtures/certificate.ts';
import { runProgram, startProgram } from '../helpers/built-program.ts';
import { startSecureServer } from '../helpers/socket-server.ts';
import { startVigil } from '../helpers/terminal.ts';

/** A home with a profile for the server, and the given settings in it. */
function homeWith(baseUrl: string, settings = ''): { readonly home: string; readonly keyFile: string } {
  const home = mkdtempSync(join(tmpdir(), 'vigil-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, '.config', 'vigil');
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, 'sk_live_canary\n');
  chmodSync(keyFile, 0o600);
  writeFileSync(join(folder, 'ca.pem'), CERTIFICATE);
  writeFileSync(
    join(folder, 'config.toml'),
    `[profiles.acme]\nbase_url = "${baseUrl}"\napi_key_file = "key"\n${settings}\n`,
  );
  return { home, keyFile };
}

const answering = () =>
  startSecureServer((_request, response) => response.end('{"status":"ok","events":[],"pagination":{}}'));

test('a key file that others can read ends the console and the doctor with the command to run', async () => {
  const { home, keyFile } = homeWith('https://127.0.0.1:1/api/v1');
  chmodSync(keyFile, 0o644);
  const console = await runProgram([], { environment: { HOME: home } });
  expect([console.status, console.out]).toEqual([2, '']);
  expect(console.problem).toMatch(new RegExp(`Run:\n  chmod 600 ${keyFile}\n$`));
  const doctor = await runProgram(['doctor'], { environment: { HOME: home } });
  expect([doctor.status, doctor.problem]).toEqual([2, '']);
  expect(doctor.out).toContain(`chmod 600 ${keyFile}`);
});

test('a server with a certificate of its own making is trusted by ca_file alone', async () => {
  const server = await answering();
  // Somebody switched the checks off for other programs.
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const untrusted = homeWith(server.baseUrl.href);
  const without = await runProgram(['doctor'], { environment: { ...environment, HOME: untrusted.home } });
  expect([without.status, without.problem]).toEqual([1, '']);
  expect(without.out).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(without.out).toContain('ca_file');
  expect(server.requests).toEqual([]);
  const trusted = homeWith(server.baseUrl.href, 'ca_file = "ca.pem"');
  const { status, out } = await runProgram(['doctor'], {
    environment: { ...environment, HOME: trusted.home },
  });
  expect(status).toBe(0);
  expect(out).toContain('accepted (200)');
});

test('a certificate file that is not there ends the console before it opens', async () => {
  const { home } = homeWith('https://127.0.0.1:1/api/v1', 'ca_file = "absent.pem"');
  const terminal = startVigil([], { environment: { XDG_CONFIG_HOME: join(home, '.config') } });
  onTestFinished(() => terminal.dispose());
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(2);
  expect(terminal.text.replaceAll('\n', '')).toContain('absent.pem cannot be read (ENOENT)');
  expect(terminal.output).not.toContain('\u001b[?1049h');
});

test('a profile that is read-only is not opened for changes', async () => {
  const { home } = homeWith('https://127.0.0.1:1/api/v1', 'read_only = true');
  const { status, problem } = await runProgram(['--write'], { environment: { HOME: home } });
  expect(status).toBe(2);
  expect(problem).toContain('--write cannot be used: the profile acme has read_only = true.');
});

test('in a terminal the doctor shows its size', async () => {
  const terminal = startVigil(['doctor'], { columns: 100, rows: 50 });
  onTestFinished(() => terminal.dispose());
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(2);
  expect(terminal.text).toMatch(/terminal +input yes, output yes/);
  expect(terminal.text).toMatch(/size +100x50/);
});

test('a state folder that cannot be used is reported with its cause, and hinders nothing', async () => {
  const server = await answering();
  const { home } = homeWith(server.baseUrl.href, 'ca_file = "ca.pem"');
  const state = organizationFolder(
    { XDG_STATE_HOME: join(home, 'state') },
    { baseUrl: server.baseUrl, key: parseApiKey('sk_live_canary') },
  );
  const examine = () =>
    runProgram(['doctor'], { environment: { HOME: home, XDG_STATE_HOME: join(home, 'state') } });
  const usable = await examine();
  expect(usable.status).toBe(0);
  expect(usable.out).toContain(state);
  expect(usable.out).not.toContain('not kept');

  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, '');
  const replaced = await examine();
  expect(replaced.status).toBe(0);
  expect(replaced.out).toMatch(/not kept from one start\s+to the next/);
  expect(replaced.out).toContain('is no folder.');

  rmSync(state);
  mkdirSync(state);
  chmodSync(state, 0o777);
  const open = await examine();
  expect(open.status).toBe(0);
  expect(open.out).toContain('chmod go-w');
});

test('the doctor that is stopped says what it was doing, and ends as Ctrl-C does', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await startSecureServer(() => asked.resolve());
  const { home } = homeWith(server.baseUrl.href, 'ca_file = "ca.pem"');
  const doctor = startProgram(['doctor'], { environment: { HOME: home } });
  await asked.promise;
  doctor.child.kill('SIGINT');
  expect([await doctor.exit, doctor.out()]).toEqual([130, '']);
  expect(doctor.problem()).toBe(
    `vigil: Stopped while it asked ${server.baseUrl.origin} how it is. What it found until then is not printed.\n`,
  );
});
