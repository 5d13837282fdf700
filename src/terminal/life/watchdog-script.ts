/** The descriptor on which the script hears of us. */
export const WORDS_DESCRIPTOR = 3;

/**
 * What the watchdog runs: standard input and output are the terminal, descriptor 3 is a socket whose other end only the
 * console has. It keeps the settings from before the console changed any, says so, and then follows what it is told:
 *
 * - `hold`: the console has the terminal; the settings now are the ones it made.
 * - `rest`: the terminal is somebody else's.
 * - `done`: all is as it was.
 *
 * If the socket ends while the terminal is held, the console has died. What is on the screen is then put right by
 * builtins alone, at once, so that the shell does not print its prompt before. The settings go back only if nobody
 * changed them since: a shell may have taken its terminal back already. `leave` puts the modes of the terminal back.
 */
export function watchdogScript(leave: string): string {
  return `
trap '' HUP INT QUIT TERM TSTP TTIN TTOU
before=$(stty -g 2>/dev/null)
held=
printf 'ready\\n' >&${WORDS_DESCRIPTOR}
while read -r word <&${WORDS_DESCRIPTOR}; do
  case $word in
    hold) held=yes; ours=$(stty -g 2>/dev/null) ;;
    rest) held= ;;
    done) exit 0 ;;
  esac
done
[ "$held" ] || exit 0
printf '${inPrintf(leave)}'
[ "$before" ] && [ "$ours" ] && [ "$(stty -g 2>/dev/null)" = "$ours" ] && stty "$before" 2>/dev/null
`;
}

/** Control characters in the octal form that every printf(1) knows. */
function inPrintf(text: string): string {
  return text.replace(
    /[\x00-\x1f]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}
