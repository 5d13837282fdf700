import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { pressUntil } from '../helpers/press-until.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';

/** The built program in a real pty, used as a person would use it. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

function numberBefore(text: string, words: string): number {
  const found = new RegExp(`([\\d,]+) ${words}`).exec(text)?.[1] ?? 'NaN';
  return Number(found.replaceAll(',', ''));
}

/** The head of a feed that follows: `312 shown`, or `312 rows of 1,204 events` once one of them repeats another. */
const FOLLOWING = /following +[\d,]+ (?:shown|rows? of)/;

/** How many events the head of the feed counts, folded or not. */
function eventsShown(text: string): number {
  return numberBefore(text, '(?:shown|events)');
}

describe('the console on the embedded demo', () => {
  /** Every test but the last leaves a list on the screen, with nothing open. */
  let screen: Terminal;

  beforeAll(async () => {
    screen = startVigil(['--demo'], { columns: 140, rows: 40 });
    await screen.waitFor('health ok');
  });

  afterAll(() => screen.dispose());

  it('opens on the overview in the alternate screen and reaches every pane', async () => {
    expect(screen.isAlternateScreen).toBe(true);
    expect(screen.text).toContain('DEMO');
    await screen.waitFor(/allow +[█-▏]+ +[\d,]+ +\d+\.\d%/);
    for (const [key, sign] of [
      ['2', 'complete through'],
      ['3', /[1-9]\d* of \d+ agents/],
      ['4', /[1-9]\d* of \d+ sessions/],
      ['5', /[\d,]+ calls .*· \d+ models/],
      ['6', 'min_scorecard'],
      ['1', 'Newest blocks'],
    ] as const) {
      screen.press(key);
      await screen.waitFor(sign);
    }
  });

  it('shows an event arrive, and hides outcomes that are switched off', async () => {
    screen.press('2');
    await screen.waitFor(FOLLOWING);
    const before = eventsShown(screen.text);
    await screen.waitUntil('an event to arrive', () => eventsShown(screen.text) > before);

    screen.press('a');
    await screen.waitFor('[ ] allow');
    expect(screen.text).not.toContain('· allow ');
    // At some hours the newest of them is a hundred events back, which are still being read.
    await screen.waitFor('▲ REVIEW');
    expect(screen.text).not.toContain('· allow ');
    screen.press('v');
    await screen.waitUntil('only blocks', () => !screen.text.includes('▲ REVIEW'));
    await screen.waitFor('✖ BLOCK');
    expect(screen.text).not.toContain('▲ REVIEW');
    screen.press('O');
    await screen.waitFor('Review only');
    screen.press('k');
    await screen.waitFor('▌ All outcomes');
    await pressUntil(screen, KEYS.enter, 'all outcomes', () =>
      screen.text.includes('[✖] block [▲] review [·] allow'),
    );
  });

  it('keeps the cursor on its event while others arrive, and follows again on demand', async () => {
    screen.press('2');
    await screen.waitFor(FOLLOWING);
    screen.press('j');
    await screen.waitFor('F follows');
    const selected = screen.lines.find((line) => line.startsWith('▌'));
    await screen.waitFor(/↑ \d+ new/);
    expect(screen.lines.find((line) => line.startsWith('▌'))).toBe(selected);
    screen.press('F');
    await screen.waitFor('following');
  });

  it('suspends an agent with a reason and reactivates it', async () => {
    screen.press('3');
    await screen.waitFor(/[1-9]\d* suspended/);
    const suspended = numberBefore(screen.text, 'suspended');
    screen.press('S');
    await screen.waitFor('Suspend this agent?');
    for (const letter of 'odd') {
      screen.press(letter);
    }
    await screen.waitFor(/reason +odd/);
    screen.press(KEYS.enter);
    await screen.waitFor('y suspends it');
    await pressUntil(screen, 'y', 'the dialog to close', () => !screen.text.includes('Suspend this agent?'));
    await screen.waitFor(/Confirmed: .+ is suspended\./);
    expect(screen.lines.find((line) => line.startsWith('▌'))).toContain('suspended');
    await screen.waitUntil(
      'the count to rise',
      () => numberBefore(screen.text, 'suspended') === suspended + 1,
    );

    await screen.waitUntil('the detail to close', () => !screen.text.includes('Suspend this agent?'));
    await pressUntil(screen, 'S', 'the question', () => screen.text.includes('Reactivate this agent?'));
    await pressUntil(
      screen,
      'y',
      'the question to close',
      () => !screen.text.includes('Reactivate this agent?'),
    );
    await screen.waitFor(/Confirmed: .+ is active again\./);
  });

  it('opens a transcript, searches in it and goes back to the list', async () => {
    screen.press('4');
    await screen.waitFor(/[1-9]\d* of \d+ sessions/);
    screen.press(KEYS.enter);
    await screen.waitFor(/line \d+ of \d+/);
    expect(screen.text).toMatch(/user +.*#1/);
    screen.press('/');
    await screen.waitFor('Enter goes to the first match');
    screen.press('u');
    await screen.waitFor(/\/ u/);
    screen.press(KEYS.enter);
    await screen.waitFor(/match \d+ of \d+/);
    screen.press('q');
    await screen.waitFor(/[1-9]\d* of \d+ sessions/);
  });

  it('edits a rule, refuses a bad value, reviews and writes it', async () => {
    screen.press('6');
    await screen.waitFor('min_scorecard');
    screen.press(KEYS.enter);
    await screen.waitFor('Enter puts it into the draft');
    screen.press('9');
    await screen.waitFor('It must be a number from 0 to 10.');
    screen.press('\u007f');
    await screen.waitFor('Enter puts it into the draft');
    screen.press('.');
    await screen.waitFor('points 4.');
    screen.press('5');
    await screen.waitFor('points 4.5');
    screen.press(KEYS.enter);
    await screen.waitFor('4.5 (was 4)');
    expect(screen.text).toContain('tightens');
    screen.press('W');
    await screen.waitFor('Write this change?');
    expect(screen.text).toMatch(/▲ tightens +min_scorecard +4 → 4\.5/);
    await pressUntil(screen, 'y', 'the review to close', () => !screen.text.includes('Write this change?'));
    await screen.waitFor(/Confirmed: the policy holds the change as version 8/);
    await screen.waitUntil('the new value', () =>
      /min_scorecard +4\.5 +0 to 10/.test(screen.text.replaceAll(/ {2,}/g, '  ')),
    );
  });

  it('gives the terminal back as it was', async () => {
    screen.press('q');
    await screen.waitForExit();
    expect(screen.exit?.exitCode).toBe(0);
    expect(screen.isAlternateScreen).toBe(false);
    expect(screen.emulator.modes.bracketedPasteMode).toBe(false);
    expect(screen.output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
      screen.output.lastIndexOf('\u001b[?25l'),
    );
  });

  it('draws a terminal again that was too small, and ends with the status of its signal', async () => {
    terminal = startVigil(['--demo'], { columns: 50, rows: 12 });
    await terminal.waitFor('Terminal too small: 50x12');
    terminal.resize(100, 30);
    await terminal.waitFor('1 Overview');
    terminal.kill('SIGTERM');
    await terminal.waitForExit();
    expect(terminal.exit?.exitCode).toBe(143);
    expect(terminal.isAlternateScreen).toBe(false);
  });
});

describe('the console on a server', () => {
  it('says what to do when nothing is configured', async () => {
    terminal = startVigil([], { columns: 140, rows: 40 });
    await terminal.waitForExit();
    expect(terminal.exit?.exitCode).toBe(2);
    expect(terminal.lines.filter((line) => line !== '')).toHaveLength(3);
    expect(terminal.text).toContain('vigil --demo');
    expect(terminal.text).toContain('VIGIL_BASE_URL');
  });

  it('stays usable and says why when the server does not answer', async () => {
    terminal = startVigil(['--tab', 'events'], {
      environment: { VIGIL_BASE_URL: 'http://127.0.0.1:9/api/v1', VIGIL_API_KEY: 'sk_live_canary' },
    });
    await terminal.waitFor('ECONNREFUSED');
    expect(terminal.text).toContain('no answer');
    expect(terminal.text).toContain(' RO ');
    terminal.press('q');
    await terminal.waitForExit();
    expect(terminal.output).not.toContain('sk_live_canary');
  });
});
