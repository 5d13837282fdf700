/** The descriptor on which the script hears of us. */
export const WORDS_DESCRIPTOR = 3;

/** The word of a console that does not answer any more. */
export const STUCK = 'stuck';

/** The answer of a terminal that nothing is wrong with: `CSI 0 n`. */
const ANSWER_BYTES = 4;

/**
 * What the watchdog runs: standard input and output are the terminal, descriptor 3 is a socket whose other end only the
 * console has. It keeps the settings from before the console changed any, says so, and then follows its orders:
 *
 * - `hold`: the console has the terminal; the settings now are the ones it made.
 * - `rest`: the terminal is somebody else's.
 * - `asked`, `heard`: the terminal is about to answer a question, and has done so.
 * - `done`: all is as it was.
 * - `stuck`: the console is about to be ended, since it does not answer any more.
 *
 * If the socket ends while the terminal is held, the console has died. What is on the screen is then put right by
 * builtins alone, at once, so that the shell does not print its prompt before. The settings go back only if nobody
 * changed them since. Otherwise a shell was faster and its prompt went away with our screen: shells draw it again when
 * the window changes its size, if they come to see it. `leave` puts the modes of the terminal back.
 *
 * An answer that is on its way would be keys for the shell: it is waited for a moment, and as many bytes are taken as it has.
 */
export function watchdogScript(leave: string): string {
  return `
trap '' HUP INT QUIT TERM TSTP TTIN TTOU
before=$(stty -g 2>/dev/null)
held=
stuck=
asked=
printf 'ready\\n' >&${WORDS_DESCRIPTOR}
while read -r word <&${WORDS_DESCRIPTOR}; do
  case $word in
    hold) held=yes; ours=$(stty -g 2>/dev/null) ;;
    rest) held= ;;
    asked) asked=yes ;;
    heard) asked= ;;
    done) exit 0 ;;
    ${STUCK}) stuck=yes ;;
  esac
done
[ "$held" ] || exit 0
printf '${inPrintf(leave)}'
[ "$stuck" ] && printf 'vigil: It did not answer any more and was ended. vigil journal shows what it had sent.\\r\\n'
if [ "$asked" ]; then
  # A shell gives what runs behind it another input.
  exec 4<&0
  dd bs=${ANSWER_BYTES} count=1 <&4 >/dev/null 2>&1 &
  reader=$!
  { sleep 0.3 || sleep 1; kill -KILL $reader; } >/dev/null 2>&1 ${WORDS_DESCRIPTOR}>&- 4<&- &
  limit=$!
  wait $reader 2>/dev/null
  kill -KILL $limit
fi
[ "$before" ] && [ "$ours" ] || exit 0
if [ "$(stty -g 2>/dev/null)" = "$ours" ]; then
  stty "$before" 2>/dev/null
  exit 0
fi
columns=$(stty size 2>/dev/null)
columns=\${columns#* }
[ "\${columns:-0}" -gt 1 ] || exit 0
stty columns $((columns - 1)) || exit 0
sleep 0.1 2>/dev/null || sleep 1
stty columns "$columns"
`;
}

/** Control characters in the octal form that every printf(1) knows. */
function inPrintf(text: string): string {
  return text.replace(
    /[\x00-\x1f]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}
