/** Whether the locale is one of UTF-8, by the first of the variables that is set (setlocale(3)). */
export function speaksUtf8(environment: NodeJS.ProcessEnv): boolean {
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']].find(Boolean);
  return /utf-?8/i.test(locale ?? '');
}

/** Kinds of terminal, as TERM names them, that have no colours: none, those of DEC, and the variants without (term(7)). */
const WITHOUT_COLOUR = /^(|dumb|unknown|vt(52|[1-4]\d\d).*|.*-m(ono)?)$/;

/** What FORCE_COLOR says where it forces none, as Node and most programs on it read it. */
const FORCES_NONE = /^(0|false)$/;

/**
 * Whether colours may be shown. NO_COLOR counts when it is set to anything but an empty string, before all else
 * (no-color.org). FORCE_COLOR shows them also where nothing is known that could, as on a pipe (force-color.org).
 */
export function wantsColour(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: noColour = '', FORCE_COLOR: forced = '', TERM: kind = '' } = environment;
  if (noColour !== '' || FORCES_NONE.test(forced)) {
    return false;
  }
  return forced !== '' || (isTerminal && !WITHOUT_COLOUR.test(kind));
}

/**
 * Takes out of NO_COLOR and FORCE_COLOR the one that does not count, where both are set: Node says on standard error that it
 * heeds the other one, which holds for nothing that is printed here.
 */
export function settleColourVariables(environment: NodeJS.ProcessEnv): void {
  const { NO_COLOR: noColour, FORCE_COLOR: forced } = environment;
  if (noColour !== undefined && forced !== undefined) {
    delete environment[noColour === '' ? 'NO_COLOR' : 'FORCE_COLOR'];
  }
}

/**
 * Whether the terminal says that its background is light, as some do in COLORFGBG: the last number is its place in the
 * palette of 16, where 7 and all from 9 on are light.
 */
export function hasLightBackground({ COLORFGBG: colours = '' }: NodeJS.ProcessEnv): boolean {
  return /;(7|9|1[0-5])$/.test(colours);
}

/**
 * Why the console cannot draw on a terminal of this kind, as a sentence that says what to do; undefined when it can. A
 * kind that is not known is taken for one that understands what all do. `command` is what was run, which it repeats.
 */
export function unfitness({ TERM: kind = '' }: NodeJS.ProcessEnv, command = 'vigil'): string | undefined {
  if (kind === '') {
    return `TERM is not set, so the console cannot draw. Set it (TERM=xterm ${command}), or read the console as lines: ${command} --accessible`;
  }
  return kind === 'dumb' || kind === 'unknown'
    ? `This terminal (TERM=${kind}) cannot move its cursor, so the console cannot draw. Read it as lines: ${command} --accessible`
    : undefined;
}
