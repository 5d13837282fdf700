import { expect, test } from 'vitest';

import { examineProgram } from '../../../src/cli/doctor/examine-program.ts';
import { examineTerminal } from '../../../src/cli/doctor/examine-terminal.ts';
import { exitStatusOf, type Finding, type FindingState } from '../../../src/cli/doctor/finding.ts';
import { jsonReport, textReport } from '../../../src/cli/doctor/doctor-program.ts';

const FINDINGS: readonly Finding[] = [
  { section: 'configuration', name: 'profile', state: 'ok', value: 'a', source: '--profile' },
  { section: 'server', name: 'a longer name', state: 'wrong', value: 'one\ntwo' },
  { section: 'server', name: 'health', state: 'note', value: 'é\u001b[2J', advice: 'Look at it.' },
];

test('the report for people is aligned, marked, and safe on a terminal', () => {
  expect(textReport(FINDINGS)).toBe(`configuration
  profile        a  (--profile)

server
x a longer name  one
                 two
! health         é␛[2J
                 Look at it.
`);
});

test('the report for programs is one line of ASCII that holds the same', () => {
  const text = jsonReport(FINDINGS);
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(text)).toEqual({ status: 2, findings: FINDINGS });
});

test.each<[readonly FindingState[], number]>([
  [[], 0],
  [['ok', 'note'], 0],
  [['ok', 'failed'], 1],
  [['failed', 'refused'], 3],
  [['refused', 'failed', 'wrong'], 2],
])('findings that are %j end with status %d', (states, status) => {
  const findings = states.map((state): Finding => ({ section: 'server', name: 'x', state, value: '' }));
  expect(exitStatusOf(findings)).toBe(status);
});

test('the terminal is shown as the console would take it', () => {
  const findingsOf = (environment: NodeJS.ProcessEnv, size = { columns: 80, rows: 24 }) =>
    Object.fromEntries(
      examineTerminal({ isTTY: true }, { isTTY: true, ...size }, environment).map((finding) => [
        finding.name,
        `${finding.state}: ${finding.value}`,
      ]),
    );
  expect(findingsOf({ TERM: 'xterm', LANG: 'C.UTF-8' })).toEqual({
    terminal: 'ok: input yes, output yes',
    TERM: 'ok: xterm',
    size: 'ok: 80x24',
    colours: 'ok: yes',
    'UTF-8': 'ok: yes',
  });
  expect(
    findingsOf({ TERM: 'dumb', NO_COLOR: '1', LC_ALL: 'C', LANG: 'C.UTF-8' }, { columns: 40, rows: 24 }),
  ).toEqual({
    terminal: 'ok: input yes, output yes',
    TERM: 'note: dumb',
    size: 'note: 40x24',
    colours: 'ok: no (NO_COLOR, FORCE_COLOR=0, or TERM names none)',
    'UTF-8': 'ok: no (LC_ALL, LC_CTYPE, LANG): the console draws in ASCII',
  });
});

test('a pipe is no terminal', () => {
  const [terminal] = examineTerminal({ isTTY: true }, {}, {});
  expect(terminal).toMatchObject({ state: 'note', value: 'input yes, output no' });
});

test.each([
  ['Max core file size        0                    unlimited            bytes     ', 'ok', 'off'],
  ['Max core file size        unlimited            unlimited            bytes     ', 'note', 'on'],
])('core dumps are reported by the limit that counts: %s', (limits, state, value) => {
  const found = examineProgram(`Limit   Soft Limit   Hard Limit\n${limits}\n`);
  expect(found.find(({ name }) => name === 'core dumps')).toMatchObject({ state, value });
  expect(examineProgram('').some(({ name }) => name === 'core dumps')).toBe(false);
});
