import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { AlertPrograms } from '../../../src/host/alerts/alert-programs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const EVENT = '{"id":"a","package":"$(touch x); \\"q\\""}';

let folder: string;
let clock: VirtualClock;
let said: string[];
let programs: AlertPrograms;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-alerts-'));
  clock = new VirtualClock();
  said = [];
  programs = new AlertPrograms({
    folder,
    environment: { PATH: process.env['PATH'], VIGIL_API_KEY: 'sk_live_canary', OTHER: 'kept' },
    clock,
    report: (sentence) => said.push(sentence),
  });
});

afterEach(() => {
  programs.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string) => join(folder, name);
const script = (text: string, event = EVENT, key = 'one') =>
  programs.run({ key, title: `${key}: `, command: [process.execPath, '-e', text, 'own-argument'], event });

it('is given the event on standard input and never in its arguments, without the key', async () => {
  script(`
    const { readFileSync, writeFileSync, renameSync } = require('node:fs');
    const input = readFileSync(0, 'utf8');
    writeFileSync('made', JSON.stringify({ input, arguments: process.argv.slice(1), env: process.env }));
    renameSync('made', 'seen');
    process.stdout.write('x'.repeat(1e6));
  `);
  await eventually(() => expect(existsSync(file('seen'))).toBe(true));
  const seen = JSON.parse(readFileSync(file('seen'), 'utf8')) as {
    input: string;
    arguments: string[];
    env: Record<string, string>;
  };
  expect(seen.input).toBe(`${EVENT}\n`);
  expect(seen.arguments).toEqual(['own-argument']);
  expect(seen.env['OTHER']).toBe('kept');
  expect(JSON.stringify(seen)).not.toContain('canary');
  expect(said).toEqual([]);
});

it('runs one after the other, and counts what it skips', async () => {
  const append = `require('node:fs').appendFileSync('order', require('node:fs').readFileSync(0, 'utf8'))`;
  for (let number = 0; number < 150; number++) {
    script(number < 3 ? append : 'process.exit(0)', `${number}`);
  }
  await eventually(() => expect(readFileSync(file('order'), 'utf8')).toBe('0\n1\n2\n'));
  // One runs and a hundred wait.
  await clock.advance(1000);
  expect(said).toEqual([expect.stringMatching(/^one: node was not run for 49 events: they come faster/)]);
  await clock.advance(60_000);
  expect(said).toHaveLength(1);
});

it('says where it is stopped for how many events none was run, those included of which nothing was said yet', () => {
  expect(programs.stop()).toBeUndefined();
  programs = new AlertPrograms({ folder, environment: {}, clock, report: (sentence) => said.push(sentence) });
  for (let number = 0; number < 150; number++) {
    script('setInterval(() => {}, 1000)');
  }
  expect(programs.stop()).toBe(
    'Programs for alerts were not run any more for 149 events. 1 that ran was ended.',
  );
  expect(said).toEqual([]);
});

it('says that it fails at once, and then together', async () => {
  script('process.exit(3)');
  await eventually(() => expect(said).toEqual(['one: node ended with status 3.']));
  script('process.exit(3)');
  script('process.exit(4)');
  // It begins once those before it have ended.
  script(`require('node:fs').writeFileSync('after', '')`);
  await eventually(() => expect(existsSync(file('after'))).toBe(true));
  programs.run({ key: 'two', title: 'two: ', command: ['/nonexistent/tell'], event: EVENT });
  await eventually(() => expect(said).toContain('two: tell is not there.'));
  await clock.advance(60_000);
  expect(said.at(-1)).toBe('one: node ended with status 4 (2 times).');
});

it('is ended after 30 seconds, and with the console', async () => {
  const waits = (name: string) =>
    `require('node:fs').writeFileSync('${name}', String(process.pid)); setInterval(() => {}, 1000)`;
  script(waits('late'));
  await eventually(() => expect(existsSync(file('late'))).toBe(true));
  await clock.advance(30_000);
  await eventually(() => expect(said).toEqual(['one: node did not end within 30 s.']));
  script(waits('open'));
  await eventually(() => expect(readFileSync(file('open'), 'utf8')).not.toBe(''));
  const id = Number(readFileSync(file('open'), 'utf8'));
  programs.stop();
  await eventually(() => expect(() => process.kill(id, 0)).toThrow());
  script(`require('node:fs').writeFileSync('never', '')`);
  expect(existsSync(file('never'))).toBe(false);
});
