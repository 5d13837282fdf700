import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { pressUntil } from '../helpers/press-until.ts';
import { programCommand } from '../helpers/program-command.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';

/** The whole way of a change of the policy by keyboard, in a real pty and against a service of its own. */

let terminal: Terminal | undefined;
let service: ChildProcess | undefined;
let server: { readonly url: string; readonly key: string };
let folder: string;

beforeEach(async () => {
  folder = dirname(temporaryFile());
  const [file, ...given] = programCommand();
  service = spawn(
    file,
    [
      ...given,
      'serve',
      '--json',
      '--port',
      '0',
      '--agents',
      '5',
      '--events',
      '300',
      '--sessions',
      '2',
      '--rate',
      '0',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const reader = createInterface({ input: service.stdout as NodeJS.ReadableStream });
  const [line] = (await once(reader, 'line')) as [string];
  const started = JSON.parse(line) as Readonly<Record<string, string>>;
  server = { url: started['base_url'] ?? '', key: started['api_key'] ?? '' };
});

afterEach(() => {
  terminal?.dispose();
  service?.kill('SIGKILL');
  terminal = undefined;
  service = undefined;
});

function start(tab: string): Terminal {
  terminal?.dispose();
  terminal = startVigil(['--base-url', server.url, '--write', '--tab', tab], {
    columns: 140,
    rows: 40,
    environment: { XDG_STATE_HOME: folder, VIGIL_API_KEY: server.key },
  });
  return terminal;
}

type Stored = Readonly<{ rules: Record<string, unknown>; blocked_packages: readonly unknown[] }>;

/** What the service stores, after a change by somebody else if one is given. */
async function policy(change?: object): Promise<Stored> {
  const response = await fetch(`${server.url}/policy`, {
    method: change === undefined ? 'GET' : 'PUT',
    headers: { 'X-API-Key': server.key, 'Content-Type': 'application/json' },
    ...(change === undefined ? {} : { body: JSON.stringify(change) }),
  });
  return (await response.json()) as Stored;
}

/** Presses a key until one text is gone, or another one has come over it. */
async function pressAway(screen: Terminal, key: string, gone: string, comes?: string): Promise<void> {
  await pressUntil(
    screen,
    key,
    comes ?? `${gone} to go`,
    () => !screen.text.includes(gone) || (comes !== undefined && screen.text.includes(comes)),
  );
}

/** Types how many changes loosen; what is pressed while the last key before it still comes in may not count. */
async function typeNumber(screen: Terminal, number: string): Promise<void> {
  const again = setInterval(() => screen.press(`\u007f${number}`), 250);
  try {
    await screen.waitFor(new RegExp(`then y +${number}(?!\\d)`));
  } finally {
    clearInterval(again);
  }
}

async function quit(screen: Terminal): Promise<void> {
  screen.press('\u0003');
  await screen.waitUntil('the end', () => screen.exit !== undefined);
  expect(screen.exit?.exitCode).toBe(0);
}

it('edits, leaves, starts again, settles what somebody changed meanwhile, writes and restores', async () => {
  const before = await policy();
  const first = start('policy');
  await first.waitFor('min_scorecard');
  first.press('+');
  await first.waitFor('4.5 (was 4)');
  first.press(KEYS.down);
  await first.waitFor(/▌ review_scorecard/);
  first.press('+');
  await first.waitFor('6 (was 5.5)');
  first.press('2');
  await first.waitFor('complete through');
  await quit(first);

  await policy({ rules: { min_scorecard: 7, max_known_vulnerabilities: 1 } });
  const second = start('policy');
  await second.waitFor('A draft of the policy is there from last time');
  await second.waitFor(/min_scorecard +mine 4\.5, theirs 7/);
  expect(second.text).toContain('1 conflict');
  second.press('W');
  await second.waitFor('somebody else changed min_scorecard too');
  second.press(KEYS.enter);
  await second.waitFor('Keep mine: 4.5');
  await pressAway(second, KEYS.enter, 'Keep mine: 4.5');
  await second.waitFor(/4\.5 \(was 7\)/);

  second.press('W');
  await second.waitFor('Write these changes of 2 rules and lists?');
  expect(second.text).toContain('max_known_vulnerabilities (3, now 1)');
  await policy({ rules: { typosquat_threshold: 0.9 } });
  await second.waitFor('1 change loosens: type 1, then y');
  await typeNumber(second, '1');
  await pressAway(second, 'y', 'Write these changes of 2 rules', 'typosquat_threshold (0.8, now 0.9)');
  await second.waitFor('typosquat_threshold (0.8, now 0.9)');
  expect(await policy()).toMatchObject({ rules: { min_scorecard: 7 } });
  await typeNumber(second, '1');
  await pressAway(second, 'y', 'Write these changes of 2 rules and lists?');
  await second.waitFor('Confirmed: the policy holds all 2 changes');
  expect(await policy()).toMatchObject({
    rules: {
      min_scorecard: 4.5,
      review_scorecard: 6,
      max_known_vulnerabilities: 1,
      typosquat_threshold: 0.9,
    },
  });

  const versions = join(
    folder,
    'vigil',
    readdirSync(join(folder, 'vigil')).find((name) => name !== 'journal.jsonl') ?? '',
    'policy',
  );
  const files = readdirSync(versions);
  expect(files.length).toBeGreaterThanOrEqual(3);
  expect(files.map((name) => statSync(join(versions, name)).mode & 0o777)).toEqual(files.map(() => 0o600));
  await quit(second);

  const third = start('policy');
  await third.waitFor('min_scorecard');
  third.press('Z');
  await third.waitFor('Versions of the policy seen on this host');
  await third.waitFor('stored now');
  third.press('G');
  await third.waitFor(/▌ .* the first that was seen/);
  await pressAway(third, 'R', 'Versions of the policy', 'Write these changes of 4 rules');
  await third.waitFor('3 changes loosen: type 3, then y');
  await typeNumber(third, '3');
  await pressAway(third, 'y', 'Write these changes of 4');
  await third.waitFor('Confirmed: the policy holds all 4 changes');
  expect((await policy()).rules).toEqual(before.rules);
  await quit(third);
});

it('blocks the package of an event, and says so when it is blocked already', async () => {
  const { blocked_packages: before } = await policy();
  const screen = start('events');
  await screen.waitFor('complete through');
  await screen.waitFor(/▌/);
  // It needs the policy, which may come after the events.
  const review = 'Write this change?';
  await pressUntil(screen, 'B', review, () => screen.text.includes(review));
  expect(screen.text).toMatch(/▲ tightens +blocked_packages +\+ /);
  await pressAway(screen, 'y', 'Write this change?');
  await screen.waitFor('Confirmed: the policy holds the change');
  const { blocked_packages: after } = await policy();
  expect(after.slice(0, -1)).toEqual(before);
  await quit(screen);
  const again = start('events');
  await again.waitFor('complete through');
  await again.waitFor('health ok');
  await again.waitFor(/▌/);
  const blocked = 'is blocked already';
  await pressUntil(again, 'B', blocked, () => again.text.includes(blocked));
  await quit(again);
});
