import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { compare, told, type Words } from './compare.ts';
import { play } from './play.ts';
import { programIn, programOf, programOfSources } from './programs.ts';
import type { Script } from './script.ts';
import { SCRIPTS } from './scripts.ts';

/**
 * Plays scripts on the program of a commit and on that of the sources as they are, and says what differs:
 * `npm run twin -- COMMIT [SCRIPT…]`, a script by its name or a part of it.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Another commit in the place of the sources as they are, or a folder in which the program stands built. */
    against: { type: 'string' },
    built: { type: 'string' },
    /** A file of lines `old => new`: words that were changed on purpose. */
    words: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Lines that are said of one script. */
    most: { type: 'string', default: '24' },
    /** Shows what the program of the commit draws and says, in the place of comparing. */
    show: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const [commit, ...names] = positionals;
const chosen = SCRIPTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
if (values.list || commit === undefined) {
  process.stdout.write(chosen.map(({ name }) => `${name}\n`).join(''));
  process.exit(values.list ? 0 : 2);
}
const old = programOf(commit);
const now = values.show
  ? old
  : values.built !== undefined
    ? programIn(values.built)
    : values.against !== undefined
      ? programOf(values.against)
      : programOfSources();
const words: Words = (values.words === undefined ? '' : readFileSync(values.words, 'utf8'))
  .split('\n')
  .map((line) => line.split(' => '))
  .flatMap(([was, is]) => (was !== undefined && is !== undefined ? [[was, is] as const] : []));
const left = [...chosen];
let different = 0;

async function work(): Promise<void> {
  for (let script = left.shift(); script !== undefined; script = left.shift()) {
    const lines = await compareScript(script).catch((error: unknown) => [String(error)]);
    if (lines.length > 0) {
      different++;
      process.stdout.write(`✖ ${script.name}\n${lines.map((line) => `    ${line}\n`).join('')}`);
    }
  }
}

async function compareScript(script: Script): Promise<readonly string[]> {
  const before = await play(old, old, script);
  if (values.show) {
    process.stdout.write(`${(await told(script, before)).join('\n')}\n`);
    return [];
  }
  return compare(script, before, await play(now, old, script), { words, most: Number(values.most) });
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
process.stdout.write(`${chosen.length - different} of ${chosen.length} scripts came out the same\n`);
process.exitCode = different > 0 ? 1 : 0;
