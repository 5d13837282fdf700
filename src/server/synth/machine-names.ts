/** Names for machines and for the people and services that run agents on them: handles, never full names. */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const HANDLES: readonly string[] = list(`
  mira jonas ines tariq lena oskar priya kofi nadia hugo yuki selin marek alma diego freya ravi noor emil tessa
  bruno anika leif zoe malik iris pavel sunita theo amara felix linh rosa nils dalia omar greta mateo asha viktor
  elif ronan mei stella igor camila arjun hana louis petra samir wanda keiko milan aiko bela cyrus dora enzo farah
  gita henrik ilse jasper kaia lotte mika nina otis paula quinn rafa sven talia umar vera wim xenia yara zeno`);

export const LAPTOP_WORDS: readonly string[] = list('mbp mbp14 mbp16 air laptop thinkpad xps framework');
export const SERVICE_USERS: readonly string[] = list('build runner ci gitlab-runner jenkins deploy');
export const RUNNER_POOLS = {
  macos: list('mac-build ios-release'),
  linux: list('ci-runner ci-runner build-linux ci-arm release-runner nightly gpu-build'),
  windows: list('win-build win-release'),
} as const;

export interface OperatingSystem {
  readonly family: 'macos' | 'linux' | 'windows';
  readonly name: string;
  /** How common it is among laptops, and among build machines. */
  readonly laptops: number;
  readonly runners: number;
}

export const OPERATING_SYSTEMS: readonly OperatingSystem[] = [
  { family: 'macos', name: 'macOS 15.6', laptops: 38, runners: 6 },
  { family: 'macos', name: 'macOS 14.7', laptops: 9, runners: 0 },
  { family: 'linux', name: 'Ubuntu 24.04', laptops: 18, runners: 52 },
  { family: 'linux', name: 'Ubuntu 22.04', laptops: 5, runners: 22 },
  { family: 'linux', name: 'Debian 12', laptops: 4, runners: 14 },
  { family: 'linux', name: 'Fedora 42', laptops: 7, runners: 0 },
  { family: 'windows', name: 'Windows 11', laptops: 17, runners: 6 },
  { family: 'windows', name: 'Windows 10', laptops: 2, runners: 0 },
];

/** Agent versions with their shares: most machines follow the newest, some were never updated. */
export const AGENT_VERSIONS: readonly (readonly [version: string, share: number])[] = [
  ['2.14.1', 68],
  ['2.14.0', 13],
  ['2.13.3', 8],
  ['2.12.0', 5],
  ['2.9.4', 4],
  ['1.18.2', 2],
];

/** Hours ahead of UTC, with the share of people who work there. */
export const TIME_ZONES: readonly (readonly [offsetHours: number, share: number])[] = [
  [1, 46],
  [-5, 24],
  [-8, 14],
  [5.5, 12],
  [9, 4],
];
