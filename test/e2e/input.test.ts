import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';

/**
 * What reaches the built program through a real pty beside single keys. Every test begins and ends on the rules of the
 * policy, which stand still, with nothing open.
 */

const ESC = '\u001b';
const PASTE_LEFT_OUT = 'only a text field takes one';
/** The title of the field of a list. */
const FIELD = '─ Filter ';
const KEYS_LEFT_OUT = 'several keys arrived at once';

let screen: Terminal;

beforeAll(async () => {
  screen = startVigil(['--demo', '--tab', 'policy'], { columns: 140, rows: 40 });
  await screen.waitFor('min_scorecard');
});

afterAll(() => screen.dispose());

/** The rule that the cursor is on, by its row. */
const cursorRow = () => screen.lines.findIndex((line) => line.startsWith('▌'));

/** Keys that were ignored are until nothing came for half a second. */
const PRESS_EVERY = 700;

/** Goes to a pane, however many keys are ignored before. */
async function goTo(key: string, sign: string | RegExp): Promise<void> {
  screen.press(key);
  const again = setInterval(() => screen.press(key), PRESS_EVERY);
  try {
    await screen.waitFor(sign);
  } finally {
    clearInterval(again);
  }
}

/** Presses a key that is left out where it came together with another one, and must not take effect twice. */
async function pressUntil(key: string, sign: string): Promise<void> {
  const isDone = () => screen.text.includes(sign);
  for (;;) {
    screen.press(key);
    await screen.waitUntil(sign, () => isDone() || screen.text.includes(KEYS_LEFT_OUT));
    if (isDone()) {
      return;
    }
    await goTo('t', /Times (in|as)/);
  }
}

const goToAgents = () => goTo('3', /\d+ of \d+ agents/);
const goToEvents = () => goTo('2', /complete through|reading/i);
const goBack = () => goTo('6', 'min_scorecard');

async function openFilter(): Promise<void> {
  await goTo('/', FIELD);
  // What was pressed in vain before it opened may stand in it.
  screen.press('\u0015');
  await screen.waitFor(/^ \/ *$/m);
}

async function closeFilter(): Promise<void> {
  screen.press(ESC);
  await screen.waitUntil('the field to close', () => !screen.text.includes(FIELD));
}

describe('keys that arrive together', () => {
  it('move as often as they came', async () => {
    await goTo('g', /^▌.*min_scorecard/m);
    const top = cursorRow();
    screen.press('jjj');
    await screen.waitUntil('three rows further', () => cursorRow() === top + 3);
    screen.press(KEYS.down.repeat(5));
    await screen.waitUntil('five rows further', () => cursorRow() === top + 8);
    screen.press(`${ESC}OA${ESC}[Akk`);
    await screen.waitUntil('four rows back', () => cursorRow() === top + 4);
  });

  it('lead to no write, and the console says so', async () => {
    await goToAgents();
    for (const keys of ['Sy\r', 'jjS', `${KEYS.down}S`]) {
      screen.press(keys);
      await screen.waitFor(KEYS_LEFT_OUT);
      expect(screen.text).not.toContain('Suspend this agent?');
      expect(screen.text).toMatch(/\d+ of \d+ agents/);
      await goTo('t', /Times (in|as)/);
    }
    await goBack();
  });

  it('are text for the field that one of them opens, and Enter ends it', async () => {
    await goToAgents();
    screen.press('/DESKTOP\r');
    await screen.waitUntil('the filter', () => /DESKTOP/.test(screen.text) && !screen.text.includes(FIELD));
    expect(screen.text).not.toContain('Suspend this agent?');
    await openFilter();
    screen.press('ci\r6');
    await screen.waitFor('min_scorecard');
    await goToAgents();
    await openFilter();
    screen.press('\r');
    await screen.waitUntil('the field to close', () => !screen.text.includes(FIELD));
    await goBack();
  });
});

describe('a paste', () => {
  it('is left out where there is no text field, whatever it holds', async () => {
    await goToAgents();
    for (const pasted of ['Sy\rD', '6', `q${ESC}[201~S`, `\u0003${ESC}[27u6`]) {
      screen.press(`${ESC}[200~${pasted}${ESC}[201~`);
      await screen.waitFor(PASTE_LEFT_OUT);
      expect(screen.text).not.toContain('Suspend this agent?');
      expect(screen.text).toMatch(/\d+ of \d+ agents/);
      await goTo('t', /Times (in|as)/);
    }
    await goBack();
  });

  it('is text in a text field, in one line', async () => {
    await goToAgents();
    await openFilter();
    screen.press('a', `${ESC}[200~b\r\nc${ESC}[2Jd\u0003`, `\u0007e${ESC}[201~`);
    await screen.waitFor(/^ \/ ab c\[2Jde *$/m);
    await screen.waitFor('Left out of what was pasted: 3 control characters');
    await closeFilter();
    await goBack();
  });

  it('that never ends is over after a second', async () => {
    screen.press(`${ESC}[200~3S`);
    await screen.waitFor(PASTE_LEFT_OUT);
    expect(screen.text).toContain('min_scorecard');
    await goToAgents();
    await goBack();
  });
});

describe('a sequence', () => {
  it('whose end comes late types nothing', async () => {
    await goToEvents();
    await pressUntil('a', '[ ] allow');
    await openFilter();
    await closeFilter();
    screen.press('[A');
    await openFilter();
    expect(screen.text).toContain('[ ] allow');
    await closeFilter();
    await pressUntil('A', '[·] allow');
    await goBack();
  });

  it.each([
    ['a clipboard', `${ESC}]52;c;UzM=${ESC}\\`],
    ['device attributes', `${ESC}[?64;1;2;6;22c${ESC}[>41;390;0c`],
    ['the place of the cursor', `${ESC}[3;3R`],
    ['the mouse', `${ESC}[<0;3;3M${ESC}[<0;3;3m${ESC}[M !!${ESC}[32;3;3M`],
    [
      'a colour, a version, a mode',
      `${ESC}]11;rgb:0/0/0\u0007${ESC}P>|XTerm(3)${ESC}\\${ESC}[?2026;2$y${ESC}[I`,
    ],
  ])('that the terminal sends by itself does nothing and types nothing: %s', async (_name, reply) => {
    const before = cursorRow();
    screen.press(reply, reply.slice(0, 3), reply.slice(3));
    await goToAgents();
    expect(screen.text).not.toContain(KEYS_LEFT_OUT);
    await openFilter();
    screen.press('o', reply, 'k');
    await screen.waitFor(/^ \/ ok *$/m);
    await closeFilter();
    await goBack();
    expect(cursorRow()).toBe(before);
  });
});

describe('a flood', () => {
  /** Bytes without any order, the same in every run. */
  function garbage(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let state = 1;
    for (let index = 0; index < length; index++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[index] = state >>> 24;
    }
    return bytes;
  }

  it('of a megabyte of garbage is lived through', async () => {
    screen.press(garbage(1_000_000));
    await goToAgents();
    expect(screen.exit).toBeUndefined();
    expect(screen.text).not.toContain('Suspend this agent?');
    await goBack();
  });

  it('in a text field is lived through', async () => {
    await goToAgents();
    await openFilter();
    screen.press(garbage(200_000));
    // An Enter among it ended the field, and nothing counted behind it.
    await openFilter();
    expect(screen.exit).toBeUndefined();
    await closeFilter();
    await goBack();
  });
});
