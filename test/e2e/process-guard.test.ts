import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { runProgram, startProgram } from '../helpers/built-program.ts';
import { isExecutable } from '../helpers/program-command.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';

const KEY = { VIGIL_API_KEY: 'sk_live_canary' };

test.each([
  ['--inspect=0', '--inspect'],
  ['--max-old-space-size=4000 --inspect-port=0 --inspect', '--inspect-port'],
  ['--require HOOK', '--require'],
  ['-r HOOK', '-r'],
  ['"--import" "HOOK"', '--import'],
  ['--import=HOOK', '--import'],
  ['--experimental_loader=HOOK', '--experimental-loader'],
  ['--heapsnapshot-signal=SIGUSR2', '--heapsnapshot-signal'],
  ['--tls-keylog=/dev/null', '--tls-keylog'],
  ['--abort-on-uncaught-exception', '--abort-on-uncaught-exception'],
])(
  'NODE_OPTIONS with %s is refused with what to do, or not heeded by an executable',
  async (options, name) => {
    const hook = temporaryFile('hook.mjs');
    writeFileSync(hook, isExecutable ? 'process.exit(3);' : '');
    const { status, out, problem } = await runProgram(['--version'], {
      environment: { ...KEY, NODE_OPTIONS: options.replaceAll('HOOK', hook) },
    });
    if (isExecutable) {
      expect([status, problem]).toEqual([0, '']);
      return;
    }
    expect(status).toBe(2);
    expect(problem).toContain(`NODE_OPTIONS holds ${name},`);
    expect(problem).toContain('env -u NODE_OPTIONS vigil');
    expect(out).toBe('');
  },
);

test.skipIf(isExecutable)('the same on the command line of Node is refused, too', async () => {
  const { status, problem } = await runProgram(['--version'], { nodeArguments: ['--inspect=0'] });
  expect(status).toBe(2);
  expect(problem).toContain('Node was started with --inspect,');
});

test('other options of Node are none of its business', async () => {
  const { status, problem } = await runProgram(['--version'], {
    environment: { NODE_OPTIONS: '--max-old-space-size=4000 --no-warnings --stack-trace-limit=5' },
  });
  expect([status, problem]).toEqual([0, '']);
});

/** `vigil serve`, once it accepts requests. */
async function startServing(environment: Readonly<Record<string, string>>) {
  const flags = ['--port', '0', '--agents', '1', '--events', '1', '--sessions', '1', '--rate', '0', '--json'];
  const program = startProgram(['serve', ...flags], { environment });
  await once(program.child.stdout as NonNullable<typeof program.child.stdout>, 'data');
  const { base_url: baseUrl } = JSON.parse(program.out()) as { readonly base_url: string };
  return { ...program, baseUrl };
}

test('SIGUSR1 opens no inspector', async () => {
  const program = await startServing(KEY);
  program.child.kill('SIGUSR1');
  for (let turn = 0; turn < 5; turn++) {
    expect((await fetch(`${program.baseUrl}/health`)).status).toBe(200);
  }
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(program.problem()).not.toMatch(/debugger|inspector/i);
});

test('no report of the process, and of its environment, is written', async () => {
  const folder = dirname(temporaryFile());
  const program = await startServing({
    ...KEY,
    NODE_OPTIONS: `--report-on-signal --report-signal=SIGUSR2 --report-on-fatalerror --report-uncaught-exception --report-directory=${folder}`,
  });
  program.child.kill('SIGUSR2');
  await fetch(`${program.baseUrl}/health`).catch(() => undefined);
  program.child.kill('SIGTERM');
  await program.exit;
  expect(readdirSync(folder)).toEqual([]);
});
