import { LEAST_SCREEN } from '../../stores/view/view-store.ts';
import { speaksUtf8, unfitness, wantsColour } from '../../host/config/terminal-environment.ts';
import type { Finding } from './finding.ts';

/** What of a stream says whether it is a terminal, and of what size. */
export interface TerminalStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** What the terminal is, and what the console would make of it. */
export function examineTerminal(
  input: TerminalStream,
  output: TerminalStream,
  environment: NodeJS.ProcessEnv,
): Finding[] {
  const term = environment['TERM'] ?? '';
  const advice = unfitness(environment);
  const isTerminal = input.isTTY === true && output.isTTY === true;
  const findings: (Pick<Finding, 'name' | 'value'> & Partial<Finding>)[] = [
    {
      name: 'terminal',
      value: `input ${input.isTTY === true ? 'yes' : 'no'}, output ${output.isTTY === true ? 'yes' : 'no'}`,
      ...(isTerminal ? {} : { state: 'note', advice: 'The console needs a terminal for both.' }),
    },
    {
      name: 'TERM',
      value: term === '' ? 'not set' : term,
      ...(advice === undefined ? {} : { state: 'note', advice }),
    },
    ...(output.columns === undefined || output.rows === undefined
      ? []
      : [sizeOf(output.columns, output.rows)]),
    {
      name: 'colours',
      value: wantsColour(environment, true) ? 'yes' : 'no (NO_COLOR, FORCE_COLOR=0, or TERM names none)',
    },
    {
      name: 'UTF-8',
      value: speaksUtf8(environment) ? 'yes' : 'no (LC_ALL, LC_CTYPE, LANG): the console draws in ASCII',
    },
  ];
  return findings.map((part): Finding => ({ section: 'terminal', state: 'ok', ...part }));
}

function sizeOf(columns: number, rows: number): Pick<Finding, 'name' | 'value'> & Partial<Finding> {
  const size = { name: 'size', value: `${columns}x${rows}` };
  return columns < LEAST_SCREEN.columns || rows < LEAST_SCREEN.rows
    ? {
        ...size,
        state: 'note',
        advice: `The console needs at least ${LEAST_SCREEN.columns}x${LEAST_SCREEN.rows}.`,
      }
    : size;
}
