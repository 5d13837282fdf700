import type { AnyText } from '../../lib/untrusted.ts';
import { untrusted, trusted, type Line } from '../widgets/line.ts';

/** How something is set, as it is said: when it changes, and on request where it is not as usual. */
export interface Setting {
  readonly words: Line;
  readonly isUsual: boolean;
  /** Another list is shown once it changes. */
  readonly isOfList: boolean;
}

/** What can be set in the pane that is shown, by a name of its own. */
export type Settings = Readonly<Record<string, Setting>>;

export function setting<Text extends string>(
  words: Parameters<typeof trusted<Text>>[0],
  isUsual: boolean,
): Setting {
  return { words: [trusted(words)], isUsual, isOfList: false };
}

export function ofList<Text extends string>(
  words: Parameters<typeof trusted<Text>>[0],
  isUsual: boolean,
): Setting {
  return { ...setting(words, isUsual), isOfList: true };
}

export function switched(name: string, isOn: boolean, isUsuallyOn: boolean): Setting {
  return setting(`${name}: ${isOn ? 'on' : 'off'}.`, isOn === isUsuallyOn);
}

/** What a list is narrowed to. */
export function narrowed(name: string, value: AnyText | undefined): Setting {
  return {
    words:
      value === undefined
        ? [trusted(`${name}: any.`)]
        : [trusted(`${name}: `), ...untrusted(value, { profile: 'ident' }), trusted('.')],
    isUsual: value === undefined,
    isOfList: true,
  };
}

/** Whether a list is narrowed to rows with suspicious names. */
export function suspiciousNames(suspicious: boolean): Setting {
  return ofList(suspicious ? 'Only suspicious names.' : 'All names.', !suspicious);
}
