import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { PROFILE_SETTINGS } from '../../../src/host/config/setting-descriptions.ts';
import { exitStatusTable } from '../../../src/cli/session/exit-statuses.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { allCommands, describeCommand } from '../../../src/cli/shell/describe-command.ts';
import { ENVIRONMENT_VARIABLES, manPage } from '../../../src/cli/shell/man-page.ts';
import { filled, paragraphs, roffText } from '../../../src/cli/shell/roff.ts';
import { released, version } from '../../../src/host/version.ts';

const PAGE = manPage(createProgram());

/** Runs a program of roff; undefined where there is none. */
function run(file: string, given: readonly string[], input: string) {
  const { error, stdout, stderr } = spawnSync(file, given, { input, encoding: 'utf8' });
  return error === undefined ? { stdout, stderr } : undefined;
}

const hasGroff = run('groff', ['-v'], '') !== undefined;
const hasMandoc = run('mandoc', ['-Tlint'], '.TH A 1\n') !== undefined;

describe('the manual page', () => {
  it('names every command, option, exit status, setting and variable', () => {
    const commands = allCommands(describeCommand(createProgram())).filter(
      ({ path, commands: below }) => path.indexOf('help') < 0 && below.length === 0,
    );
    for (const { path, options, arguments: given } of commands) {
      const section = PAGE.split(`\n.SS "${roffText(path.join(' '))}"\n`)[1]?.split('\n.S')[0] ?? '';
      for (const name of [...options.map(({ long }) => long), ...given.map((argument) => argument.name)]) {
        expect(name === '--help' || section.includes(roffText(name))).toBe(true);
      }
    }
    expect(commands.length).toBeGreaterThan(10);
    for (const text of [
      ...exitStatusTable(createProgram()).map(({ meaning }) => meaning),
      ...Object.keys(PROFILE_SETTINGS),
      ...Object.keys(ENVIRONMENT_VARIABLES),
    ]) {
      expect(PAGE.replaceAll('\n', ' ')).toContain(roffText(text));
    }
  });

  it('names every variable of our own that the program reads', () => {
    const source = fileURLToPath(new URL('../../../src/cli', import.meta.url));
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const read = files.flatMap(
      (name) => readFileSync(join(source, name), 'utf8').match(/\bVIGIL_[A-Z_]+\b/g) ?? [],
    );
    const own = Object.keys(ENVIRONMENT_VARIABLES).filter((name) => name.startsWith('VIGIL_'));
    expect(own.sort()).toEqual([...new Set(read)].sort());
  });

  it.runIf(hasGroff)('gives groff nothing to complain of', () => {
    const { stdout, stderr } = run('groff', ['-man', '-ww', '-Tutf8', '-P-cbou'], PAGE) ?? {};
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\nNAME\n +vigil - a terminal console for security operations\n/);
  });

  it.runIf(hasMandoc)('gives mandoc nothing to complain of', () => {
    expect(run('mandoc', ['-Tlint'], PAGE)?.stdout).toBe('');
  });

  it('has the day of its version, and fills lines that end with no sentence before their text does', () => {
    const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
    expect(changelog).toContain(`\n## [${version}] - ${released}\n`);
    expect(PAGE).toContain(`.TH VIGIL 1 "${released}"`);
    const text = `One. ${'two '.repeat(17)}three. .four ${'x'.repeat(90)} five.`;
    expect(filled(text)).toEqual([
      `One. ${'two '.repeat(17)}`.trim(),
      'three. .four',
      'x'.repeat(90),
      'five.',
    ]);
  });
});

describe('text in roff', () => {
  const HOSTILE = ['.de a', "'so /etc/passwd", 'a\\fBb\\*c\\n(yr', '`a^b~c" -- --no-x', '\\', '…×␉\u{1f468}'];

  it('holds no request, and nothing but ASCII', () => {
    for (const text of HOSTILE) {
      expect(roffText(text)).toMatch(/^[^.'][\x20-\x7e]*$/);
    }
    expect(roffText('.a\n.b')).toBe('\\&.a .b');
    expect(paragraphs('one\n  .two\n\nthree')).toEqual([
      ...['one', '.PP', '.nf', '.RS 4', '\\&.two', '.RE', '.fi', '.PP', 'three'],
    ]);
  });

  it.runIf(hasGroff)('is shown as it is', () => {
    const page = ['.TH A 1 "" "" ""', '.nf', ...HOSTILE.map(roffText), ''].join('\n');
    const lines = (run('groff', ['-man', '-Tutf8', '-P-cbou'], page)?.stdout ?? '').split('\n');
    expect(lines.map((line) => line.trim())).toEqual(expect.arrayContaining(HOSTILE));
  });
});
