import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it, onTestFinished } from 'vitest';

import { environmentFor } from '../helpers/command-process.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';
import { startTestService, stopTestServices } from '../helpers/test-service.ts';
import { pause } from '../helpers/writing-console.ts';

afterEach(stopTestServices);

const COLUMNS = 80;
const READ_ALOUD = '\u0007';
const END = '\u001b[F';

/** A question takes its answer 400 ms after it was said, and the same key again a second after it came last. */
const FIRST_ANSWER = 450;
const NEXT_ANSWER = 1100;

/** Somebody who hears what a console says, and knows nothing else of it. */
class Ear {
  readonly #terminal: Terminal;
  #pressedAt = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The lines that were said since the last key, as far as they are whole. Until a terminal is raw, it adds a CR to each. */
  get lines(): readonly string[] {
    return this.#terminal.output.slice(this.#pressedAt).split(/\r+\n/).slice(0, -1);
  }

  get said(): string {
    return this.lines.join(' ').replaceAll(/ +/g, ' ');
  }

  hear(words: RegExp): Promise<void> {
    return this.#terminal.waitUntil(`${words} in: ${this.said}`, () => words.test(this.said));
  }

  async press(keys: string, words: RegExp): Promise<void> {
    this.#pressedAt = this.#terminal.output.length;
    this.#terminal.press(keys);
    await this.hear(words);
  }

  /** Presses a key once what was just said can have been understood, and again where it is said that it was ignored. */
  async answer(key: string, words: RegExp): Promise<void> {
    await pause(FIRST_ANSWER);
    await this.press(key, new RegExp(`${words.source}|Ignored`));
    while (!words.test(this.said)) {
      await pause(NEXT_ANSWER);
      await this.press(key, new RegExp(`${words.source}|Ignored`));
    }
  }

  /** Goes down a menu until an entry is said. */
  async choose(entry: RegExp): Promise<void> {
    while (!entry.test(this.said)) {
      await this.press('j', /\w/);
    }
  }
}

it('lets every task be done by what is said alone', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vigil-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { service } = await startTestService({ quota: 1_000_000 });
  const terminal = startVigil(['--accessible', '--write'], {
    columns: COLUMNS,
    rows: 24,
    environment: { ...environmentFor(service), HOME: home },
  });
  onTestFinished(() => terminal.dispose());
  const ear = new Ear(terminal);

  // Start and help.
  await ear.hear(/changes are allowed\. Overview\. .*\? for help\./);
  expect(ear.said.split(' ').length).toBeLessThan(60);
  await ear.hear(/ live$/);
  await ear.press('?', /The most needed keys .*Ctrl-G Read aloud: all of the row.*Enter All keys, by topic/);
  expect(ear.lines.length).toBeLessThan(25);
  await ear.press(KEYS.enter, /Help on what\? \d to choose from; first: The most needed keys/);
  await ear.choose(/Overview/);
  await ear.press(KEYS.enter, /Help.* Overview .*Next block/);
  await ear.press(KEYS.escape, /Overview\. /);

  // An agent is suspended.
  await ear.press('3', /Agents\. .*6 rows; first: host-0-0, active, /);
  await ear.press('S', /Suspend this agent\? .*host host-0-0 .*reason Enter goes on/);
  await ear.press('lost', /^lost/);
  await ear.press(KEYS.enter, /^Suspend this agent\? .*host host-0-0 agent \S+ reason lost y suspends it/);
  await ear.answer('y', /Confirmed: host-0-0 is suspended\./);

  // A filter, an event, and the session nearest to it.
  await ear.press('2', /Events\. 60 rows; first: BLOCK, @scope\/x, /);
  await ear.press('/', /Filter events/);
  await ear.press('serde', /serde/);
  await ear.press(
    KEYS.enter,
    /Filter: serde\. \d+ rows?(?: so far)?; first: REVIEW, serde, 1\.0\.58, host-7-1, /,
  );
  await ear.press(READ_ALOUD, /package serde version 1\.0\.58 .*client client-3-1 .*metadata/);
  await ear.press('o', /Related \d+ to choose from; first: /);
  await ear.choose(/Session of the machine at that time/);
  await ear.press(KEYS.enter, /Open the nearest\? .*nearest Prompt 1 .*y opens it/);
  await ear.answer('y', /host-1 .*assistant .*#3 Done\./);

  // The transcript, up to its first message.
  await ear.press('K', /#2 /);
  await ear.press('K', /user .*#1 Prompt 1/);
  await ear.press(KEYS.escape, /REVIEW, serde, 1\.0\.58, /);

  // A list is written to a file.
  await ear.press('3', /Agents\. .*6 rows; first: host-0-0, suspended, /);
  await ear.press('x', /Write to a file \d+ to choose from; first: /);
  await ear.press(KEYS.enter, /Write a new file .*file ~\/vigil-agents-\S+ Enter writes it/);
  // Another key before it, so that Enter is not taken for one that is held down since the menu.
  await ear.press(END, /End does nothing here/);
  await ear.answer(KEYS.enter, /Wrote ~\/vigil-agents-/);
  expect(readdirSync(home).join(' ')).toContain('vigil-agents-');

  // The policy is changed.
  await ear.press('6', /Policy\. .*12 rows; first: min_scorecard, 5/);
  await ear.press(KEYS.enter, /Edit min_scorecard .*stored 5 .*Enter puts it into the draft/);
  await ear.press(KEYS.up, /^5\.5/);
  await ear.press(KEYS.enter, /min_scorecard, 5\.5 \(was 5\), tightens/);
  await ear.press('W', /Write this change\? .*min_scorecard 5 → 5\.5 .*y writes the policy/);
  await ear.answer('y', /Confirmed: the policy holds the change as version 8\./);

  // An earlier version is compared, and could be restored.
  await ear.press('Z', /Versions of the policy seen on this host: 2 .*stored now/);
  await ear.press('j', /version 7 .*the first that was seen/);
  await ear.press(KEYS.enter, /From version 7.*1 difference: 1 tightens .*min_scorecard 5 → 5\.5/);
  await ear.press(KEYS.escape, /Versions of the policy seen on this host: 2 .*the first that was seen/);
  await ear.press('R', /Write this change\? .*loosens min_scorecard .*1 change loosens: type 1, then y/);
  await ear.press(KEYS.escape, /Versions of the policy/);
  await ear.press(KEYS.escape, /min_scorecard, 5/);

  // What a model has cost, and what nobody has looked at since the last time.
  await ear.press('5', /LLM\. /);
  await ear.press('v', /Totals\. \d+ rows; first: .*CALLS \d+/);
  await ear.press('1', /Overview\. .*unacknowledged/);

  // The suspension is turned back: for some seconds behind it nothing that is read would confirm that.
  await ear.press(':', /Commands/);
  await ear.press('undo', /^undo/);
  await ear.press(KEYS.enter, /Undo: reactivate this agent\? .*host host-0-0 .*y reactivates it/);
  await ear.answer('y', /Confirmed: host-0-0 is active again\./);

  terminal.press('q');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  const said = terminal.output.replaceAll(/\u001b\[[^A-Za-z]*[A-Za-z]/g, '').split(/\r+\n/);
  expect(Math.max(...said.map((line) => line.length))).toBeLessThanOrEqual(COLUMNS);
  // It adds lines and moves no cursor.
  const sequences = new Set(terminal.output.match(/\u001b\[[^A-Za-z]*[A-Za-z]/g));
  expect([...sequences].sort()).toEqual(['\u001b[0m', '\u001b[?2004h', '\u001b[?2004l']);
});
