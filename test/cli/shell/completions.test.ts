import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import type { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createProgram } from '../../../src/cli/program.ts';
import { completionScript } from '../../../src/cli/shell/completion-script.ts';
import type { Shell } from '../../../src/cli/shell/shells.ts';
import { Terminal } from '../../helpers/terminal.ts';

/** What others wrote may be named as a profile only in a file that vigil refuses; a shell must not run it all the same. */
const NAMES = ['acme-prod', 'e$(touch canary)', 'h;touch canary'];

const isThere = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

interface Place {
  readonly folder: string;
  readonly script: string;
  readonly path: string;
  /** With which arguments `vigil` was started. */
  readonly calls: () => readonly string[];
}

/** A folder with the completion script of a shell, and with a `vigil` that names profiles and changes nothing. */
function placeOf(shell: Shell, program = createProgram()): Place {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'script');
  writeFileSync(script, completionScript(program, shell));
  const vigil = join(folder, 'vigil');
  const names = NAMES.map((name) => `'${name}'`).join(' ');
  writeFileSync(vigil, `#!/bin/sh\nprintf '<%s>' "$@" >>'${folder}/calls'\nprintf '%s\\n' ${names}\n`);
  chmodSync(vigil, 0o755);
  return {
    folder,
    script,
    path: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    calls: () => readFileSync(join(folder, 'calls'), 'utf8').match(/<.*?>/g) ?? [],
  };
}

/** Every command with what its help shows of it, as the parser has it. */
function commandsIn(command: Command, path: readonly string[] = ['vigil']): readonly (readonly string[])[] {
  const below = command.commands.flatMap((each) => commandsIn(each, [...path, each.name()]));
  const words = [...command.options.map(({ long }) => long ?? ''), '--help'];
  return [
    [...path, '--', ...words],
    ...(command.commands.length === 0 ? [] : [[...path, '', ...command.commands.map((each) => each.name())]]),
    ...below,
  ];
}

const PLACES = commandsIn(createProgram()).map((words) => {
  const at = words.findIndex((word) => word === '--' || word === '');
  return { typed: words.slice(0, at + 1), offered: words.slice(at + 1) };
});

/** Runs lines in a shell without a terminal, and gives what each printed. */
function printedBy(shell: 'bash' | 'fish', { folder, path, script }: Place, lines: readonly string[]) {
  const program = [`source ${script}`, ...lines.flatMap((line) => [line, 'echo @'])].join('\n');
  const printed = execFileSync(shell, shell === 'bash' ? ['--norc', '-c', program] : ['-N', '-c', program], {
    cwd: folder,
    env: { PATH: path, HOME: folder, LANG: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return printed
    .split('@\n')
    .slice(0, -1)
    .map((text) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(/\t.*/, '')),
    );
}

describe('the completion of bash', () => {
  it('offers every command and option', () => {
    const lines = PLACES.map(({ typed }) => {
      const words = typed.map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(${words}); COMP_CWORD=${typed.length - 1}; _vigil; printf '%s\\n' "\${COMPREPLY[@]}"`;
    });
    printedBy('bash', placeOf('bash'), lines).forEach((offered, index) => {
      expect(offered).toEqual(expect.arrayContaining([...(PLACES[index]?.offered ?? [''])]));
    });
    expect(PLACES.length).toBeGreaterThan(15);
  });

  it.each([
    ['health -o ', ['json', 'csv', 'text']],
    ['events --outcome block,', ['block,block', 'block,review', 'block,allow']],
    ['events --outcome block,re', ['block,review']],
    ['events --outcome=block,re', ['--outcome=block,review']],
    ['events --since 1d,', []],
    ['events count --no', ['--no-apostrophes', '--no-headers']],
    ['events count --type aud', ['audit']],
    ['events count --foll', []],
  ])('offers for %s what can stand there', (typed, offered) => {
    const words = ['vigil', ...typed.split(' ')].map((word) => `'${word}'`).join(' ');
    const last = typed.split(' ').length;
    const [found = []] = printedBy('bash', placeOf('bash'), [
      `COMP_WORDS=(${words}); COMP_CWORD=${last}; _vigil; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
    expect(found.toSorted()).toEqual(offered.toSorted());
  });

  it('uses nothing that bash 3.2 does not know', () => {
    expect(completionScript(createProgram(), 'bash')).not.toMatch(
      /mapfile|readarray|declare -A|local -n|\$\{\w+,,/,
    );
  });
});

describe.runIf(isThere('fish'))('the completion of fish', () => {
  it('offers every command and option, and what their values can be', () => {
    const place = placeOf('fish');
    const values: readonly (readonly [string, readonly string[]])[] = [
      ['vigil --tab=ag', ['--tab=agents']],
      ['vigil --tab agents ev', ['events']],
      ['vigil --profile ', NAMES],
      ['vigil events --since ', []],
      ['vigil policy diff sc', ['script']],
      ['vigil serve --fault ha', ['hang=']],
      ['vigil completions z', ['zsh']],
    ];
    const lines = [...PLACES.map(({ typed }) => typed.join(' ')), ...values.map(([line]) => line)];
    const printed = printedBy(
      'fish',
      place,
      lines.map((line) => `complete -C '${line}'`),
    );
    PLACES.forEach(({ offered }, index) => {
      expect(printed[index]).toEqual(expect.arrayContaining([...offered]));
    });
    values.forEach(([line, offered], index) => {
      expect([line, printed[PLACES.length + index]]).toEqual([line, [...offered].sort()]);
    });
    expect(existsSync(join(place.folder, 'canary'))).toBe(false);
  });
});

/** A shell in a terminal, with nothing of its user's, that completes `vigil`. */
const INTERACTIVE = {
  bash: {
    given: ['--norc', '--noprofile', '-i'],
    ready: 'set +o history; bind "set bell-style none"; source "$HOME/script"; PS1="% "',
  },
  zsh: {
    given: ['-f', '-i'],
    ready: 'autoload -Uz compinit; compinit -u -D; unsetopt beep; source "$HOME/script"; PS1="%% "',
  },
} as const;

describe.each(['bash', 'zsh'] as const)('Tab in %s', (shell) => {
  it.runIf(isThere(shell))('completes what can be meant, and runs nothing', async () => {
    const place = placeOf(shell);
    const { given, ready } = INTERACTIVE[shell];
    const terminal = new Terminal(shell, given, {
      columns: 110,
      environment: { PATH: place.path, HOME: place.folder, PS1: 'ready ' },
    });
    onTestFinished(() => terminal.dispose());
    const line = () => terminal.lines.findLast((each) => each !== '') ?? '';
    terminal.press(`cd; ${ready}\r`);
    await terminal.waitUntil('a prompt', () => line() === '%');
    for (const [typed, completed] of [
      ['vigil ser', 'vigil serve'],
      ['vigil agents sus', 'vigil agents suspend'],
      ['vigil --demo --tab=ag', 'vigil --demo --tab=agents'],
      ['vigil --tab agents ev', 'vigil --tab agents events'],
      ['vigil --tab ses', 'vigil --tab sessions'],
      ['vigil events --outcome=b', 'vigil events --outcome=block'],
      ['vigil serve --choice event-order=ar', 'vigil serve --choice event-order=arrival'],
      ['vigil serve --fault=ha', 'vigil serve --fault=hang='],
      ['vigil serve --db scr', 'vigil serve --db script'],
      ['vigil policy apply scr', 'vigil policy apply script'],
      ['vigil --base-url https://a.example/api/v1 ev', 'vigil --base-url https://a.example/api/v1 events'],
      ['vigil --profile a', 'vigil --profile acme-prod'],
    ] as const) {
      terminal.press(`${typed}\t`);
      await terminal.waitUntil(completed, () => line() === `% ${completed}`, 20_000);
      terminal.press('\u0015');
      await terminal.waitUntil('an empty line', () => line() === '%', 20_000);
    }
    expect(new Set(place.calls())).toEqual(new Set(['<config>', '<profiles>']));
    for (const name of ['e', 'h']) {
      terminal.press(`vigil --profile ${name}\t\recho done ${name}\r`);
      await terminal.waitUntil(`done ${name}`, () => terminal.lines.includes(`done ${name}`), 20_000);
    }
    expect(existsSync(join(place.folder, 'canary'))).toBe(false);
  });
});

it('completes nothing for free text, and says so when an option takes a value in some commands only', () => {
  const scriptWith = (option: string) => {
    const program = createProgram();
    program.command('new').option(option);
    return () => completionScript(program, 'bash');
  };
  expect(scriptWith('--colour <shade>')()).toContain('--colour');
  expect(scriptWith('--limit')).toThrow('--limit takes a value in some commands only');
});
