import { expect, it, onTestFinished } from 'vitest';

import { startHostileServer } from '../helpers/hostile-server.ts';
import { HELD, stateOf, UNTOUCHED } from '../helpers/terminal-state.ts';
import { KEYS, startVigil } from '../helpers/terminal.ts';
import { NO_MISDEEDS, watchEmulator } from '../helpers/watched-emulator.ts';

/** All that the console may write beside letters: places, looks, erasing, scrolling and its own modes. */
const OWN_SEQUENCES =
  /\u001b\[[\d;]*[A-HJKXbdmr]|\u001b\[5n|\u001b\[\?(?:7|25|1049|2004|2026)[hl]|\u001bM|[\r\n\b\u0018]/g;

/** What the terminal answers where it is asked whether it has shown what it was sent. */
const STATUS = '\u001b[0n';

/** What the console asks the terminal once, for its colours and what it is; the emulator answers the latter alone. */
const ASKED = [10, 11, ...[0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 14].map((number) => `4;${number}`)];
const QUESTION = `${ASKED.map((colour) => `\u001b]${colour};?\u001b\\`).join('')}\u001b[c`;
const ANSWERED = {
  ...NO_MISDEEDS,
  commands: ASKED.map((colour) => `${colour};?`.replace(/^(?:10|11|4);/, '')),
  replies: ['\u001b[?1;2c'],
};

/** Whatever acts or hides, with what follows it. */
const ACTING = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}].{0,12}/gu;

it('a server of which every text is hostile moves nothing on the terminal but its own letters', async () => {
  const server = await startHostileServer();
  const terminal = startVigil(['--base-url', server.baseUrl.href, '--write'], {
    columns: 160,
    rows: 45,
    environment: { VIGIL_API_KEY: 'sk_live_canary0123456789' },
  });
  onTestFinished(() => terminal.dispose());
  const misdeeds = watchEmulator(terminal.emulator);
  const show = async (sign: string | RegExp, ...keys: readonly string[]) => {
    terminal.press(...keys);
    await terminal.waitFor(sign);
    expect(terminal.lines[0]).toContain('vigil');
    expect(terminal.lines[1]).toContain('2 Events');
    // An update may be under way.
    expect({ ...stateOf(terminal), isUpdating: false }).toEqual(HELD);
  };

  await show('health ok');
  await show(/[1-9]\d* (?:shown|rows? of)/, '2');
  // Those without a time that can be read stand first, as if they had just come.
  await show('✖ BLOCK', 'G');
  for (const verdict of ['✖ BLOCK', '▲ REVIEW', '· allow']) {
    expect(terminal.lines.filter((line) => line.includes(verdict)).length).toBeGreaterThan(5);
  }
  await show(/only suspicious names/, 'i');
  await show(/^(?!.*only suspicious)/s, 'i');
  await show(/│ tool {2}/, 'p');
  for (let page = 0; page < 5; page++) {
    const before = terminal.text;
    terminal.press('\u001b[5~');
    await terminal.waitUntil('the next page', () => terminal.text !== before);
  }
  await show(/\d+ of \d+ agents/, '3');
  await show('Suspend this agent?', 'S');
  await show(/^(?!.*Suspend this agent)/s, KEYS.escape);
  await show(/\d+ of \d+ sessions/, '4');
  await show(/line \d+ of/, KEYS.enter);
  await show(/100%/, 'G');
  await show(/\d+ of \d+ sessions/, 'q');
  await show(/columns found in the data/, '5');
  await show('min_scorecard', '6');
  await show('API log', '!');
  await show(/bad|wrong/, 'G');
  expect(terminal.text).not.toContain('sk_live_0123456789abcdef0123');

  expect(misdeeds.replies).toContain(STATUS);
  expect({ ...misdeeds, replies: misdeeds.replies.filter((reply) => reply !== STATUS) }).toEqual(ANSWERED);
  const letters = terminal.output.replace(QUESTION, '').replaceAll(OWN_SEQUENCES, '');
  expect([...new Set(letters.match(ACTING))]).toEqual([]);
  terminal.press('\u0003');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  expect(stateOf(terminal)).toEqual(UNTOUCHED);
});
