import { allCommands, optionsWithValue, type DescribedCommand } from './describe-command.ts';
import { completionOf, type ValueCompletion } from './value-completion.ts';

/** The script that makes bash, from 3.2 on, complete the words of `vigil`. */
export function bashCompletion(program: DescribedCommand): string {
  const commands = allCommands(program);
  return `# bash completion for vigil. To use it, put this into ~/.bashrc:  source <(vigil completions bash)

# Sets commands and options to those that are known behind the words of a command.
_vigil_known() {
  case $1 in
${commands.map(knownAt).join('\n')}
  *) return 1 ;;
  esac
}

# Prints what a value can be: of an option, or of a command itself.
_vigil_values() {
  case $1 in
${casesOf(commands)}
  esac
}

_vigil() {
  local IFS=$' \\t\\n' words piece word cut='' before='' path=vigil value='' only='' commands='' options='' i
  words=()
  # Where bash has cut a word at = or :, it is put together again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=\${COMP_WORDS[i]}
    if ((i > 1)) && [[ $piece =~ ^[=:]+$ || $before =~ ^[=:]+$ ]]; then
      cut=\${words[\${#words[@]} - 1]}
      words[\${#words[@]} - 1]=$cut$piece
    else
      cut=''
      words+=("$piece")
    fi
    before=$piece
  done
  # At = or : itself, what is completed stands behind it.
  [[ $piece =~ ^[=:]+$ ]] && cut=$cut$piece
  local last=$((\${#words[@]} - 1))
  local current=\${words[last]}
  for ((i = 1; i < last; i++)); do
    word=\${words[i]}
    case $word in
    --)
      only=arguments
      ;;
    ${optionsWithValue(program).join(' | ')})
      if [[ -z $only ]]; then
        ((i++))
        [[ $i -eq $last ]] && value=$word
      fi
      ;;
    -*) ;;
    *)
      [[ -z $only ]] && _vigil_known "$path $word" && path="$path $word"
      ;;
    esac
  done
  _vigil_known "$path"
  COMPREPLY=()
  local found lead=''
  if [[ -n $value ]]; then
    found=$(_vigil_values "$path $value")
  elif [[ -z $only && $current == --*=* ]]; then
    lead=\${current%%=*}=
    found=$(_vigil_values "$path \${current%%=*}")
  elif [[ -z $only && $current == -* ]]; then
    found=\${options// /$'\\n'}
  elif [[ -z $only && -n $commands ]]; then
    found=\${commands// /$'\\n'}
  else
    found=$(_vigil_values "$path")
  fi
  # Of several values with commas between them, the last one is completed.
  case \${value:-\${lead%=}} in
  ${optionsOfMany(program).join(' | ')})
    word=\${current#"$lead"}
    [[ $word == *,* ]] && lead=$lead\${word%,*},
    ;;
  esac
  if [[ $found == '<files>' ]]; then
    # Without words of ours, bash completes the names of files itself. Bash 3.2 cannot be asked to.
    compopt -o default 2>/dev/null
    return
  fi
  while IFS= read -r word; do
    word=$lead$word
    if [[ $word != *[!A-Za-z0-9_.,=/+-]* && $word == "$current"* && $word != "$lead" ]]; then
      COMPREPLY+=("\${word#"$cut"}")
      [[ $word == *= ]] && compopt -o nospace 2>/dev/null
    fi
  done <<<"$found"
}

complete -F _vigil vigil
`;
}

/** The names of all options that take several values with commas between them. */
function optionsOfMany(program: DescribedCommand): readonly string[] {
  const options = allCommands(program).flatMap((command) => command.options);
  return [...new Set(options.flatMap(({ long, takesMany }) => (takesMany ? [long] : [])))].sort();
}

function knownAt({ path, commands, options }: DescribedCommand): string {
  const names = commands.map((command) => command.path.at(-1)).join(' ');
  const words = options
    .flatMap(({ long, short }) => [...(short === undefined ? [] : [short]), long])
    .join(' ');
  return `  '${path.join(' ')}') commands='${names}' options='${words}' ;;`;
}

/** What can be completed at which places, places with the same together. */
function casesOf(commands: readonly DescribedCommand[]): string {
  const places = new Map<string, string[]>();
  const add = (place: readonly string[], completion: ValueCompletion) => {
    const printed = printing(completion);
    if (printed !== undefined) {
      places.set(printed, [...(places.get(printed) ?? []), `'${place.join(' ')}'`]);
    }
  };
  for (const { path, options, arguments: given } of commands) {
    options.forEach(({ long, short, value, choices }) => {
      if (value !== undefined) {
        add([...path, long], completionOf(value, choices));
        if (short !== undefined) {
          add([...path, short], completionOf(value, choices));
        }
      }
    });
    given.forEach(({ name, choices }) => add(path, completionOf(name, choices)));
  }
  return [...places].map(([printed, at]) => `  ${at.join(' | ')})\n    ${printed}\n    ;;`).join('\n');
}

function printing(completion: ValueCompletion): string | undefined {
  switch (completion) {
    case 'files':
      return "echo '<files>'";
    case 'profiles':
      return 'command vigil config profiles 2>/dev/null </dev/null';
    case 'nothing':
      return undefined;
    default:
      return `printf '%s\\n' ${completion.join(' ')}`;
  }
}
