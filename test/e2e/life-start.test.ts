import { afterEach, describe, expect, it } from 'vitest';

import { runProgram } from '../helpers/built-program.ts';
import { HELD, NO_SERVER, startUnderShell, stateOf, UNTOUCHED, VIGIL } from '../helpers/terminal-state.ts';
import { startVigil, type Terminal } from '../helpers/terminal.ts';

/** Where the console starts and where it does not, and what it draws with. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

const CSI = '\u001b[';

/** What it wrote until it had answered a key. */
async function drawnWith(environment: Readonly<Record<string, string>>): Promise<Terminal> {
  terminal = startVigil([], { environment: { ...NO_SERVER, ...environment } });
  await terminal.waitFor('no answer');
  terminal.press('6');
  await terminal.waitFor(/RULE +VALUE/);
  expect(stateOf(terminal)).toEqual(HELD);
  return terminal;
}

/** Colours among the parameters of SGR. */
const coloursIn = (output: string) =>
  [...output.matchAll(/\u001b\[([\d;]*)m/g)]
    .flatMap(([, parameters = '']) => parameters.split(';').map(Number))
    .filter((parameter) => (parameter >= 30 && parameter <= 49) || parameter >= 90);

describe('the console refuses with status 2 and writes nothing to the screen', () => {
  it('without any terminal, and names the command that needs none', async () => {
    const { status, out, problem } = await runProgram(['--demo']);
    expect([status, out]).toEqual([2, '']);
    expect(problem).toContain('needs a terminal');
    expect(problem).toContain('vigil events --follow');
  });

  it.each([
    ['its output', '> /dev/null'],
    ['its input', '< /dev/null'],
  ])('when %s is no terminal', async (_name, redirection) => {
    terminal = startUnderShell(`${VIGIL} --demo ${redirection}`, { columns: 140 });
    await terminal.waitForExit();
    expect(terminal.text).toContain('vigil events --follow');
    expect(terminal.text).toContain('status 2');
    expect(terminal.text).toContain('settings as before');
    expect(terminal.output).not.toContain(CSI);
  });

  it.each([
    ['dumb', 'TERM=dumb'],
    ['unknown', 'TERM=unknown'],
    ['', 'TERM is not set'],
  ])('on a terminal of the kind "%s"', async (kind, words) => {
    terminal = startUnderShell(`env TERM=${kind} ${VIGIL} --demo`, { columns: 160 });
    await terminal.waitForExit();
    expect(terminal.text).toContain(words);
    expect(terminal.text).toContain('vigil --demo --accessible');
    expect(terminal.text).toContain('status 2');
    expect(stateOf(terminal)).toEqual(UNTOUCHED);
    expect(terminal.output).not.toContain(CSI);
  });
});

describe('the console draws', () => {
  it('with colours on the usual terminals', async () => {
    const screen = await drawnWith({ TERM: 'screen' });
    expect(coloursIn(screen.output)).not.toEqual([]);
  });

  it.each([
    ['a terminal that has none', { TERM: 'vt100' }],
    ['NO_COLOR', { NO_COLOR: '1', TERM: 'tmux-256color', FORCE_COLOR: '1' }],
  ])('without colours for %s', async (_name, environment) => {
    const screen = await drawnWith(environment);
    expect(coloursIn(screen.output)).toEqual([]);
  });

  it('for a light background once the terminal reports one, and takes no answer for keys', async () => {
    const palette = Array.from({ length: 16 }, () => '#0000ee');
    const paper = { background: '#ffffff', foreground: '#000000', palette };
    terminal = startVigil([], { environment: NO_SERVER, paper });
    const before = () => terminal?.output.split('\u001b]10;?')[0] ?? '';
    await terminal.waitUntil('the keys in blue', () => coloursIn(terminal?.output ?? '').includes(34));
    expect(coloursIn(before())).not.toContain(34);
    expect(terminal.output.split('\u001b]11;?')).toHaveLength(2);
    terminal.press('6');
    await terminal.waitFor(/RULE +VALUE/);
    expect(terminal.text).not.toMatch(/rgb|Ignored/);
    // Ctrl-L: it may have another background by now.
    terminal.press('\f');
    await terminal.waitUntil('the question again', () => terminal?.output.split('\u001b]11;?').length === 3);
    expect(stateOf(terminal)).toEqual(HELD);
  });

  it('where CI is set, too, and without asking a terminal that has nobody to answer', async () => {
    const screen = await drawnWith({ CI: 'true', TERM: 'linux' });
    expect(screen.output).not.toContain('\u001b]');
  });

  it('with nothing but ASCII where the locale is not UTF-8', async () => {
    const screen = await drawnWith({ LANG: 'C.UTF-8', LC_ALL: 'C' });
    expect(screen.output).toMatch(/^[\u0000-\u007f]*$/);
  });
});
