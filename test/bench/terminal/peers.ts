import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startIdleProcesses } from './idle-processes.ts';
import type { KeyAmounts, Keys } from './key-paint.ts';
import { writeLines } from './write-lines.ts';

/** What the peers are given to show. */
export interface Material {
  readonly folder: string;
  readonly textFile: string;
  readonly logFile: string;
  readonly repository: string;
  /** Processes for htop to list. */
  readonly processes: readonly ChildProcess[];
}

export interface MaterialSizes {
  readonly textBytes: number;
  readonly logLines: number;
  readonly commits: number;
}

/** A program that people already have for reading much on a terminal, and how its keys are called. */
export interface Peer {
  readonly name: string;
  readonly argumentsFor: (material: Material) => readonly string[];
  readonly keys: Keys;
  /** Milliseconds after its first paint in which it reads what it was given. */
  readonly settles: number;
  /** Its list is no longer than this many rows below the screen. */
  readonly mostLines?: number;
}

const DOWN = '\u001b[B';
/** As terminals send it to programs that ask for application cursor keys, which all of these peers do. */
const APPLICATION_DOWN = '\u001bOB';
const PAGE_DOWN = '\u001b[6~';
const ESCAPE = '\u001b';

export const VIGIL_KEYS: Keys = {
  down: DOWN,
  pageDown: PAGE_DOWN,
  home: 'g',
  openFilter: '/',
  // Every event has it in its id, so that what is measured is the typing and not another list.
  filter: 'evt',
  closeFilter: ESCAPE,
};

export const PEERS: readonly Peer[] = [
  {
    name: 'less',
    argumentsFor: ({ textFile }) => [textFile],
    keys: {
      down: APPLICATION_DOWN,
      pageDown: PAGE_DOWN,
      home: 'g',
      openFilter: '/',
      filter: 'fails',
      closeFilter: '\u0003',
    },
    settles: 300,
  },
  {
    name: 'tig',
    argumentsFor: ({ repository }) => ['-C', repository],
    keys: {
      down: APPLICATION_DOWN,
      pageDown: PAGE_DOWN,
      home: '\u001bOH',
      openFilter: '/',
      filter: 'fails',
      closeFilter: ESCAPE,
    },
    settles: 1500,
  },
  {
    name: 'htop',
    argumentsFor: () => ['-d', '100'],
    keys: {
      down: APPLICATION_DOWN,
      pageDown: PAGE_DOWN,
      home: '\u001bOH',
      openFilter: '\\',
      filter: 'build',
      closeFilter: ESCAPE,
    },
    settles: 1000,
    mostLines: 100,
  },
  {
    name: 'lnav',
    argumentsFor: ({ logFile }) => ['-N', logFile],
    keys: {
      down: APPLICATION_DOWN,
      pageDown: PAGE_DOWN,
      home: 'g',
      openFilter: '/',
      filter: 'fails',
      closeFilter: '\u0007',
    },
    settles: 4000,
  },
];

/** So many that htop has a page to show for each page key, and a row for each ↓. */
const PROCESSES = 250;

/** Whether a program can be started here. */
export function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Makes what the peers show, in a folder that is there already. */
export function makeMaterial(folder: string, sizes: MaterialSizes): Material {
  const textFile = join(folder, 'text.txt');
  const logFile = join(folder, 'services.log');
  const repository = join(folder, 'repository');
  writeLines(textFile, sizes.textBytes / 100, (line) => textLine(line));
  writeLines(logFile, sizes.logLines, logLine);
  mkdirSync(repository);
  if (isInstalled('git')) {
    makeRepository(repository, sizes.commits);
  }
  return { folder, textFile, logFile, repository, processes: startIdleProcesses(PROCESSES) };
}

/** How many of each key fit into the list of a peer. */
export function amountsFor({ mostLines = Number.POSITIVE_INFINITY }: Peer, amounts: KeyAmounts): KeyAmounts {
  return { ...amounts, lines: Math.min(mostLines, amounts.lines) };
}

function textLine(line: number): string {
  return `${String(line).padStart(8)}  ${'the build fails because the lock file names what the registry lacks '.repeat(2).slice(0, 89)}\n`;
}

function logLine(line: number): string {
  const time = new Date(1_790_000_000_000 + line * 50).toISOString();
  const level = line % 97 === 0 ? 'ERROR' : line % 13 === 0 ? 'WARNING' : 'INFO';
  return `${time} ${level} build-${line % 400} npm install package-${line % 5000}@1.${line % 30}.0 took ${line % 900} ms\n`;
}

function makeRepository(folder: string, commits: number): void {
  const git = (argumentsGiven: readonly string[], input?: string) =>
    execFileSync('git', ['-C', folder, ...argumentsGiven], { input, stdio: ['pipe', 'ignore', 'ignore'] });
  git(['init', '--initial-branch', 'main']);
  const who = 'Somebody <somebody@example.com>';
  const stream = Array.from({ length: commits }, (_, number) => {
    const message = `Mend what fails in build ${number}, and say so where people look`;
    return `commit refs/heads/main\nmark :${number + 1}\ncommitter ${who} ${1_700_000_000 + number * 60} +0000\ndata ${message.length}\n${message}\n${number === 0 ? '' : `from :${number}\n`}M 100644 inline file\ndata 2\n${number % 10}\n\n`;
  });
  git(['fast-import', '--quiet'], stream.join(''));
}
