import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compareWithGoals } from './terminal/goals.ts';
import { measureAll, QUICK, WHOLE } from './terminal/measure-all.ts';
import { goalsOf } from './terminal/measured.ts';
import { makeMaterial } from './terminal/peers.ts';
import { reportLines } from './terminal/report.ts';

/**
 * The built program in a pty of 160x45 beside the peers that are installed, all in one run, since only ratios repeat on
 * a shared machine: `npm run bench`, or `npm run bench -- --quick` for less of everything. `--require` fails when a goal
 * of the speed page is missed. It makes what it needs in a temporary folder and removes it.
 */
const sizes = process.argv.includes('--quick') ? QUICK : WHOLE;
const say = (line: string) => process.stdout.write(`${line}\n`);
const note = (line: string) => process.stderr.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
const home = join(folder, 'home');
mkdirSync(home);
const begunAt = performance.now();
const ends: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
const end = () =>
  ends
    .splice(0)
    .reverse()
    .forEach((one) => one());
process.once('SIGINT', () => {
  end();
  process.exit(130);
});

try {
  note('making what the programs are to show');
  const material = makeMaterial(folder, sizes);
  ends.push(() => material.processes.forEach((child) => child.kill('SIGKILL')));
  const measured = await measureAll({ material, home, sizes, note, onEnd: (one) => ends.push(one) });
  const { lines, missed } = compareWithGoals(goalsOf(measured));
  say(['', ...reportLines(measured), '', ...lines, ''].join('\n'));
  say(
    `${missed} of ${lines.length} goals are missed. It took ${((performance.now() - begunAt) / 1000).toFixed(0)} s.`,
  );
  process.exitCode = missed > 0 && process.argv.includes('--require') ? 1 : 0;
} finally {
  end();
}
