/** What an exit status of a command says. */
export interface ExitStatus {
  readonly status: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '128 + n' | '137';
  readonly meaning: string;
}

const is = (status: ExitStatus['status'], meaning: string): ExitStatus => ({ status, meaning });

const WRONG = is('2', 'wrong usage or configuration');
const REFUSED = is('3', 'refused by the service (401, 403)');
const STOPPED = is('128 + n', 'stopped by signal n before all was done; Ctrl-C is 130');
const PRINTED = is('0', 'it was printed');

const READING: readonly ExitStatus[] = [
  is('0', 'all was printed, or what reads it closed its end, as head(1) does'),
  is('1', 'failed, or printed but incomplete: something could not be read, or that it is all is unverified'),
  WRONG,
  REFUSED,
  STOPPED,
];
const CHANGING_AGENTS: readonly ExitStatus[] = [
  is('0', 'confirmed'),
  is('1', 'not confirmed, or a result could not be printed'),
  WRONG,
  REFUSED,
  is('4', 'some of several agents are not confirmed'),
  STOPPED,
];

/** The exit statuses of every command by its words: help, docs/exit-statuses.md and manual page are made from them. */
export const EXIT_STATUSES: ReadonlyMap<string, readonly ExitStatus[]> = new Map([
  [
    'vigil',
    [
      is('0', 'closed by its user'),
      is('1', 'failed, or closed while it was not known what became of a change'),
      WRONG,
      is('128 + n', 'ended by signal n; a terminal that is closed is 129'),
      is('137', 'ended because it was stuck; the terminal was given back'),
    ],
  ],
  [
    'vigil events',
    [
      is(
        '0',
        'all was printed, or what reads it closed its end, as head(1) does; also when --follow was stopped by a signal after all of the past was read that was asked for',
      ),
      ...READING.slice(1),
    ],
  ],
  ['vigil events count', READING],
  [
    'vigil forward',
    [
      is('0', 'stopped by a signal; the position file says what was taken'),
      is('1', 'failed, or nobody reads what it prints; the next start goes on where this one ended'),
      WRONG,
      REFUSED,
    ],
  ],
  [
    'vigil hunt',
    [
      is('0', 'no event names a listed version, and all events were read'),
      is('1', 'some events name a listed version, and all events were read'),
      WRONG,
      REFUSED,
      is(
        '5',
        'it is not certain: events could not be read or versions not be compared, or the answer not be printed',
      ),
      STOPPED,
    ],
  ],
  ['vigil agents list', READING],
  ['vigil agents show', READING],
  ['vigil agents suspend', CHANGING_AGENTS],
  ['vigil agents activate', CHANGING_AGENTS],
  ['vigil agents delete', CHANGING_AGENTS],
  [
    'vigil agents due',
    [
      is('0', 'all was printed; with --reactivate, all that is due is confirmed to be reactivated'),
      ...CHANGING_AGENTS.slice(1),
    ],
  ],
  ['vigil sessions list', READING],
  ['vigil sessions show', READING],
  ['vigil sessions transcript', READING],
  [
    'vigil sessions search',
    [
      is('0', 'nothing was found, and all sessions were searched that were asked for'),
      is('1', 'something was found, and all sessions were searched, or as far as --limit'),
      WRONG,
      REFUSED,
      is(
        '5',
        'it is not certain: transcripts could not be read, or not whole, or what was found not be printed',
      ),
      STOPPED,
    ],
  ],
  ['vigil sessions calendar', READING],
  ['vigil sessions clients', READING],
  ['vigil llm', READING],
  ['vigil stats', READING],
  [
    'vigil health',
    [
      is('0', 'the server says that it is well'),
      is('1', 'it does not, or no answer came'),
      ...READING.slice(2),
    ],
  ],
  ['vigil api', READING],
  ['vigil policy show', READING],
  [
    'vigil policy diff',
    [
      is('0', 'nothing differs'),
      is('1', 'something differs, as that of diff(1)'),
      WRONG,
      is('2', 'whether something differs is unknown'),
      REFUSED,
      STOPPED,
    ],
  ],
  [
    'vigil policy plan',
    [
      is('0', 'nothing differs, and no plan was written'),
      is('1', 'something differs, and the plan was written'),
      WRONG,
      is('2', 'the plan was not written, or what differs could not be printed'),
      REFUSED,
      STOPPED,
    ],
  ],
  [
    'vigil policy apply',
    [
      is('0', 'confirmed'),
      is('1', 'not confirmed, or a result could not be printed'),
      WRONG,
      REFUSED,
      is(
        '5',
        "confirmed, but another change that came right before was overwritten, or may have been as the server's versions show",
      ),
      is('6', 'the policy is no longer what the plan was made on'),
      STOPPED,
    ],
  ],
  [
    'vigil serve',
    [
      is('0', 'stopped by a signal, and every request under way was answered'),
      is('1', 'it could not be started'),
      WRONG,
    ],
  ],
  [
    'vigil journal',
    [
      is('0', 'it was printed, or what reads it closed its end, as head(1) does'),
      is('1', 'the journal or a line of it cannot be read, or not be printed'),
      WRONG,
    ],
  ],
  [
    'vigil doctor',
    [is('0', 'no problem'), is('1', 'something failed, such as the way to the server'), WRONG, REFUSED],
  ],
  [
    'vigil config init',
    [is('0', 'it was written'), is('2', 'it was not written, or cannot be used there'), WRONG],
  ],
  ['vigil config path', [PRINTED, WRONG]],
  ['vigil config profiles', [PRINTED, WRONG]],
  ['vigil config schema', [PRINTED, WRONG]],
  ['vigil completions', [PRINTED, WRONG]],
  ['vigil man', [PRINTED, WRONG]],
  ['vigil help', [PRINTED, WRONG]],
]);

/** What the help of a command says of its exit statuses; undefined for a command that only holds others. */
export function exitStatusHelp(command: string): string | undefined {
  const statuses = EXIT_STATUSES.get(command);
  return statuses && ['', 'Exit status:', ...statuses.map(lineOf)].join('\n');
}

function lineOf({ status, meaning }: ExitStatus): string {
  return `  ${status.padEnd(7)}  ${meaning}`;
}

/** A row of the table of exit statuses. */
export interface ExitStatusRow extends ExitStatus {
  /** `vigil` alone is the console. Empty for every command. */
  readonly commands: readonly string[];
}

/** All exit statuses in one table, commands with the same meaning of one in one row. */
export function exitStatusTable(): readonly ExitStatusRow[] {
  const all = [...EXIT_STATUSES].flatMap(([command, statuses]) =>
    statuses.map((each) => ({ command, ...each })),
  );
  const rows = Map.groupBy(all, ({ status, meaning }) => `${status} ${meaning}`);
  return [...rows.values()]
    .flatMap(([first, ...others]): readonly ExitStatusRow[] => {
      if (first === undefined) {
        return [];
      }
      const { status, meaning } = first;
      const isOfAll = others.length + 1 === EXIT_STATUSES.size;
      return [{ status, meaning, commands: isOfAll ? [] : [first, ...others].map(({ command }) => command) }];
    })
    .sort((left, right) => Number.parseInt(left.status) - Number.parseInt(right.status));
}
