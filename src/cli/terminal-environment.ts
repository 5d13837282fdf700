/** Whether the locale is one of UTF-8, by the first of the variables that is set (setlocale(3)). */
export function speaksUtf8(environment: NodeJS.ProcessEnv): boolean {
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']].find(Boolean);
  return /utf-?8/i.test(locale ?? '');
}

/** Whether colours may be shown. NO_COLOR counts when it is set to anything at all (no-color.org). */
export function wantsColour(environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: noColour = '', TERM: terminal } = environment;
  return noColour === '' && terminal !== 'vt100' && terminal !== 'dumb';
}
