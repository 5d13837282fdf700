import { TABS } from '../../stores/base/tab.ts';
import { BACKGROUNDS } from '../../host/config/background.ts';
import type { ConsoleFlags } from './console-flags.ts';

/** An option of the console on the command line. */
export interface ConsoleOption {
  readonly flag: keyof ConsoleFlags;
  readonly long: `--${string}`;
  /** What stands for its value in the help; without one the option is on or off. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Options that cannot stand beside it. */
  readonly conflicts?: readonly (keyof ConsoleFlags)[];
  readonly description: string;
}

/** The options of `vigil` itself, in the order of its help. */
export const CONSOLE_OPTIONS: readonly ConsoleOption[] = [
  {
    flag: 'demo',
    long: '--demo',
    conflicts: ['profile', 'baseUrl'],
    description: 'use the embedded service with a synthetic organization',
  },
  {
    flag: 'profile',
    long: '--profile',
    value: 'profile',
    description: 'an organization of the config file (or VIGIL_PROFILE)',
  },
  {
    flag: 'baseUrl',
    long: '--base-url',
    value: 'url',
    description: 'the server, up to and including /api/v1 (or VIGIL_BASE_URL)',
  },
  { flag: 'write', long: '--write', conflicts: ['readOnly'], description: 'allow changes' },
  { flag: 'readOnly', long: '--read-only', description: 'allow no changes, not even in the demo' },
  { flag: 'tab', long: '--tab', value: 'name', choices: TABS, description: 'the pane to open on' },
  {
    flag: 'filter',
    long: '--filter',
    value: 'query',
    description: 'the filter of that pane, as / takes it, in place of all that were kept for it',
  },
  {
    flag: 'background',
    long: '--background',
    value: 'shade',
    choices: BACKGROUNDS,
    description: 'draw for this background, whatever the terminal says of its own',
  },
  { flag: 'ascii', long: '--ascii', description: 'draw with ASCII characters only' },
  {
    flag: 'accessible',
    long: '--accessible',
    description: 'add lines instead of drawing a screen, at most once a second',
  },
  {
    flag: 'debug',
    long: '--debug',
    description: 'log requests and faults into vigil/debug.log of the state folder (or VIGIL_LOG=file)',
  },
];

/**
 * What a command line asks for that holds nothing but options of the console, each once and written out; undefined for
 * any other, right or wrong. The parser of the whole command line takes a tenth of the time to the first frame, and says
 * the same of those that are read here.
 */
export function plainConsoleFlags(argumentsGiven: readonly string[]): ConsoleFlags | undefined {
  const flags: Record<string, string | true> = {};
  const chosen: ConsoleOption[] = [];
  const rest = [...argumentsGiven];
  for (let long = rest.shift(); long !== undefined; long = rest.shift()) {
    const option = CONSOLE_OPTIONS.find((each) => each.long === long);
    const value = option?.value === undefined ? true : rest.shift();
    if (option === undefined || option.flag in flags || !isPlain(value, option)) {
      return undefined;
    }
    flags[option.flag] = value;
    chosen.push(option);
  }
  const isContradiction = chosen.some(({ conflicts = [] }) => conflicts.some((other) => other in flags));
  return isContradiction ? undefined : flags;
}

function isPlain(value: string | true | undefined, { choices }: ConsoleOption): value is string | true {
  return (
    value === true ||
    (value !== undefined && /^[^-]/.test(value) && (choices === undefined || choices.includes(value)))
  );
}
