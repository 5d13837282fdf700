import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { runKeyCommand, type KeyCommand } from '../../../src/host/connection/key-command.ts';
import { isProcessRunning } from '../../../src/host/state/process-liveness.ts';
import { UsageError } from '../../../src/host/usage-error.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { configFolder } from '../../helpers/config-folder.ts';

const SECRET = 'sk_live_canary';

function run(command: readonly string[], options: Partial<KeyCommand> = {}): Promise<string> {
  const { folder, surroundings } = configFolder();
  const { environment, clock, say } = surroundings();
  return runKeyCommand({
    command,
    folder,
    environment,
    clock,
    say,
    source: 'api_key_command',
    ...options,
  });
}

/** Runs a script of Node, without a shell. */
const script = (text: string, options?: Partial<KeyCommand>) => run([process.execPath, '-e', text], options);

async function refusal(promise: Promise<string>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'It was accepted.',
    (problem: unknown) => problem,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message;
}

test('gives what the program prints, and takes its arguments as they are', async () => {
  expect(await run(['printf', '%s|', 'a b', '$HOME', '; reboot', '*'])).toBe('a b|$HOME|; reboot|*|');
});

test('runs in the folder of the config file, without the key of the environment', async () => {
  const { folder, surroundings } = configFolder();
  const { environment } = surroundings({ VIGIL_API_KEY: SECRET });
  const print = 'console.log(process.cwd(), process.env.HOME, process.env.VIGIL_API_KEY)';
  const printed = await script(print, { folder, environment });
  expect(printed).toBe(`${folder} ${environment['HOME']} undefined\n`);
});

test('is ended with all that it started once it is given up', async () => {
  const { folder } = configFolder();
  const giving = new AbortController();
  const running = run(['sh', '-c', 'sleep 600 & echo $! > pids; echo $$ >> pids; wait'], {
    folder,
    signal: giving.signal,
  });
  const pids = () =>
    existsSync(join(folder, 'pids'))
      ? readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)
      : [];
  await expect.poll(() => pids().length, { timeout: 10_000 }).toBe(2);
  giving.abort(new Error('no longer wanted'));
  await expect(running).rejects.toThrow('no longer wanted');
  await expect.poll(() => pids().filter((pid) => isProcessRunning(pid)), { timeout: 10_000 }).toEqual([]);
  await expect(run(['printf', 'key'], { signal: giving.signal })).rejects.toThrow('no longer wanted');
});

test('does not wait for input', async () => {
  expect(await run(['cat'])).toBe('');
});

test.each([
  [['no-such-program-anywhere'], 'there is no program no-such-program-anywhere'],
  [['/dev/null'], '/dev/null cannot be run (EACCES)'],
  [['false'], 'false ended with status 1.'],
  [['sh', '-c', 'kill -9 $$'], 'sh ended by SIGKILL.'],
  [['sh', '-c', 'echo no such entry >&2; exit 3'], 'sh ended with status 3: no such entry'],
])('says why %j gave no key', async (command, sentence) => {
  expect(await refusal(run(command))).toContain(`api_key_command: ${sentence}`);
});

test('a program that takes too long is killed, even when it does not want to', async () => {
  const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
  expect(await refusal(script(stubborn, { milliseconds: 300 }))).toContain('did not end within 0.3 s');
});

test('a program that takes too long takes all that it started along', async () => {
  const { folder } = configFolder();
  const waiting = refusal(
    run(['sh', '-c', 'sleep 600 & echo $! > pids; sh -c "sleep 600 & wait" & echo $! >> pids; wait'], {
      folder,
      milliseconds: 500,
    }),
  );
  expect(await waiting).toContain('did not end within 0.5 s');
  const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.filter((pid) => isProcessRunning(pid)), { timeout: 10_000 }).toEqual([]);
});

test('a program ends with this process when that is asked to quit', async () => {
  const { folder } = configFolder();
  const pidFile = join(folder, 'pid');
  const kill = process.kill.bind(process);
  const signals: unknown[] = [];
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    signals.push(pid === process.pid ? signal : 'group');
    return pid === process.pid || kill(pid, signal);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const waiting = refusal(run(['sh', '-c', 'echo $$ > pid; exec sleep 600'], { folder }));
  await expect.poll(() => existsSync(pidFile), { timeout: 10_000 }).toBe(true);
  process.emit('SIGQUIT', 'SIGQUIT');
  expect(await waiting).toContain('ended by SIGKILL');
  expect(signals).toEqual(['group', 'SIGQUIT']);
});

test('what a program leaves running with its output open is neither waited for nor ended', async () => {
  const { folder } = configFolder();
  const printed = await run(['sh', '-c', 'sleep 600 & echo $! > pid; printf key; exit 0'], {
    folder,
    milliseconds: 60_000,
  });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  onTestFinished(() => void process.kill(pid));
  expect(printed).toBe('key');
  expect(isProcessRunning(pid)).toBe(true);
});

test('all that was printed is read, however close to the end', async () => {
  const long = 'x'.repeat(4000);
  for (let turn = 0; turn < 20; turn++) {
    expect(await run(['sh', '-c', `sleep 600 > /dev/null & printf ${long}; kill $!`])).toBe(long);
  }
});

test('a program that prints without end is stopped', async () => {
  expect(await refusal(run(['yes']))).toContain('printed more than 4096 bytes');
});

test.each([
  `console.error('${SECRET}'); process.exit(1)`,
  `console.log('canary'); console.error('it was canary'); process.exit(1)`,
])('nothing of a key is repeated: %s', async (text) => {
  expect(await refusal(script(text))).not.toContain('canary');
});

test('what it complains of cannot act on the terminal', async () => {
  const message = await refusal(script(`process.stderr.write('\\x1b]0;title\\x07'); process.exit(1)`));
  expect(message).toContain('^[]0;title^G');
});

test('a person is informed what is waited for when it takes long, and not otherwise', async () => {
  const clock = new VirtualClock();
  const said: string[] = [];
  const say = (sentence: string) => said.push(sentence);
  await run(['true'], { clock, say });
  await clock.advance(5000);
  expect(said).toEqual([]);
  const waiting = refusal(script('setInterval(() => {}, 1000)', { clock, say, milliseconds: 200 }));
  await clock.advance(1000);
  expect(said).toEqual([
    `Waiting for api_key_command (${process.execPath}), for 0.2 s at most. It has no terminal to ask in.`,
  ]);
  await waiting;
});

test('says of a program that wants to ask in the terminal why it cannot, and what to do', async () => {
  const complaint = 'gpg: public key decryption failed: Inappropriate ioctl for device';
  expect(await refusal(script(`process.stderr.write('${complaint}'); process.exitCode = 2`))).toContain(
    `${complaint}. It has no terminal to ask in: unlock it before you start vigil, or let it ask in a window.`,
  );
  expect(await refusal(script('setInterval(() => {}, 1000)', { milliseconds: 300 }))).toContain(
    'It has no terminal, and asking for a password or a PIN there is never answered. Unlock it before you start vigil',
  );
});
