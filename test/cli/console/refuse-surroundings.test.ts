import { userInfo } from 'node:os';

import { describe, expect, it } from 'vitest';

import { homeFolder } from '../../../src/host/files/home-folder.ts';
import { openPrivateLog } from '../../../src/host/faults/private-log.ts';
import { createJournalFile } from '../../../src/host/journal/journal-file.ts';
import { journalPath, whyNotNoted } from '../../../src/host/journal/journal-place.ts';
import { refuseSurroundings } from '../../../src/cli/console/refuse-surroundings.ts';
import { folderProblem, stateFolder } from '../../../src/host/state/state-place.ts';

it.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['win32', { HOME: '/home/a' }, 'vigil does not run on Windows itself.'],
  ['linux', { HOME: 'home' }, 'HOME is not an absolute path'],
  ['darwin', { HOME: '~' }, 'HOME is not an absolute path'],
])('on %s with %j it is refused', (platform, environment, sentence) => {
  expect(() => refuseSurroundings(platform, environment)).toThrow(sentence);
});

it.each<[NodeJS.Platform, Readonly<Record<string, string>>]>([
  ['linux', { HOME: '/home/a' }],
  ['darwin', {}],
  ['linux', { HOME: '' }],
])('on %s with %j it runs', (platform, environment) => {
  expect(() => refuseSurroundings(platform, environment)).not.toThrow();
});

it('the home is never a folder below the working folder', () => {
  const { homedir } = userInfo();
  expect(homeFolder({ HOME: '/home/a' })).toBe('/home/a');
  expect([{}, { HOME: '' }, { HOME: 'here' }].map(homeFolder)).toEqual([homedir, homedir, homedir]);
});

describe.each(['/nonexistent', '/nonexistent/', '/dev/null'])('with the home %s, which is none', (HOME) => {
  const userId = process.getuid?.() ?? 0;
  const toldWith = 'XDG_STATE_HOME has to name a folder, since this user has no home.';
  const path = journalPath({ HOME });

  it('nothing is kept, and it is said how to choose a folder', async () => {
    expect(folderProblem(stateFolder({ HOME }), userId)).toBe(toldWith);
    expect(whyNotNoted(path, userId)).toBe(toldWith);
    expect(() => openPrivateLog(path, userId, 1)).toThrow(toldWith);
    const identity = { base_url: '', key: '', host: '', user: '', pid: 1 } as never;
    const journal = createJournalFile({ path, userId, identity });
    await expect(journal.append({} as never)).rejects.toThrow(`The journal cannot be written: ${toldWith}`);
    await expect(journal.read()).rejects.toThrow(`The journal cannot be read: ${toldWith}`);
  });
});
