import { spawnSync } from 'node:child_process';

/** What of the standard output says whether a person reads there, and how much of a text is seen at once. */
export interface PagedOutput {
  readonly isTTY?: boolean | undefined;
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** The status of a shell that did not find the program. */
const NOT_FOUND = 127;

/**
 * Shows a text of ours to its end: on a terminal that is too small for it in PAGER, or in less, unless NO_PAGER is set or
 * there is no such program; anywhere else at once.
 */
export function pageText(
  text: string,
  output: PagedOutput = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  if (!isLonger(text, output) || !isPagerWanted(environment) || !runPager(text, environment)) {
    output.write(text);
  }
}

function isLonger(text: string, { isTTY, rows = 0, columns = 0 }: PagedOutput): boolean {
  if (isTTY !== true || rows === 0 || columns === 0) {
    return false;
  }
  const lines = text.split('\n').map(({ length }) => Math.max(1, Math.ceil(length / columns)));
  return lines.reduce((sum, each) => sum + each, 0) > rows;
}

function isPagerWanted({ NO_PAGER = '', PAGER, TERM }: NodeJS.ProcessEnv): boolean {
  return NO_PAGER === '' && PAGER !== '' && TERM !== 'dumb';
}

/** Whether there was one to run. The API key is not passed on to it. */
function runPager(text: string, environment: NodeJS.ProcessEnv): boolean {
  const { PAGER } = environment;
  const [file, given] = PAGER === undefined ? ['less', ['-FRX']] : ['sh', ['-c', PAGER]];
  const passOver = () => undefined;
  // Ctrl-C is for the pager: without us it would go on to read from the terminal beside the shell.
  process.on('SIGINT', passOver);
  try {
    const { error, status } = spawnSync(file, given, {
      input: text,
      env: { ...environment, VIGIL_API_KEY: undefined },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT' || status === NOT_FOUND;
    return !isMissing;
  } finally {
    process.off('SIGINT', passOver);
  }
}
