import { hasLightBackground } from './terminal-environment.ts';

/** What the terminal can have behind its text. */
export const BACKGROUNDS = ['light', 'dark'] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** Whether to draw for a light background: as the flag says, then the config file, else the terminal. */
export function isBackgroundLight(
  flag: Background | undefined,
  setting: Background | undefined,
  environment: NodeJS.ProcessEnv,
): boolean {
  const said = flag ?? setting;
  return said === undefined ? hasLightBackground(environment) : said === 'light';
}
