import { allCommands, type DescribedCommand, type DescribedOption } from './describe-command.ts';
import { completionOf } from './value-completion.ts';

/** The script that makes zsh complete the words of `vigil`: a file `_vigil` of its fpath, or sourced after compinit. */
export function zshCompletion(program: DescribedCommand): string {
  return `#compdef vigil
# zsh completion for vigil. To use it, put this into ~/.zshrc, behind compinit:  source <(vigil completions zsh)

_vigil_profiles() {
  local -a profiles
  profiles=(\${(f)"$(command vigil config profiles 2>/dev/null </dev/null)"})
  compadd -a profiles
}

# Words that are the beginning of a value get no space behind them.
_vigil_beginnings() {
  compadd -S '' -- "$@"
}

${allCommands(program).map(functionOf).join('\n')}
if [[ $funcstack[1] == _vigil ]]; then
  _vigil "$@"
else
  compdef _vigil vigil
fi
`;
}

function functionOf(command: DescribedCommand): string {
  return command.commands.length === 0 ? functionOfLeaf(command) : functionOfGroup(command);
}

function functionOfLeaf(command: DescribedCommand): string {
  const given = command.arguments.map(({ name, choices, isRepeatable }) =>
    quote(`${isRepeatable ? '*' : '1'}:${name}:${actionOf(name, choices)}`),
  );
  return `${nameOf(command)}() {
  ${['_arguments -s -S', ...command.options.map(optionSpec), ...given].join(' \\\n    ')}
}
`;
}

function functionOfGroup(command: DescribedCommand): string {
  const names = command.commands.map(
    ({ path, description }) => `      ${quote(`${path.at(-1)}:${description}`)}`,
  );
  const cases = command.commands.map((each) => `      ${each.path.at(-1)}) ${nameOf(each)} ;;`);
  return `${nameOf(command)}() {
  local curcontext="$curcontext" state line
  local -a commands
  typeset -A opt_args
  ${['_arguments -s -S -C', ...command.options.map(optionSpec), "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')} && return
  case $state in
  command)
    commands=(
${names.join('\n')}
    )
    _describe -t commands command commands
    ;;
  rest)
    case $words[1] in
${cases.join('\n')}
    esac
    ;;
  esac
}
`;
}

function nameOf({ path }: DescribedCommand): string {
  return `_${path.join('_')}`;
}

function optionSpec({ long, short, value, choices, isRepeatable, description }: DescribedOption): string {
  const text = `[${description.replace(/[\\[\]:]/g, '\\$&')}]`;
  const action = value === undefined ? '' : `:${value}:${actionOf(value, choices)}`;
  const once = isRepeatable ? '*' : '';
  if (short === undefined) {
    return quote(`${once}${long}${value === undefined ? '' : '='}${text}${action}`);
  }
  // Of two names of one option, either leaves out both.
  return `${quote(`(${short} ${long})`)}{${short},${long}${value === undefined ? '' : '='}}${quote(`${text}${action}`)}`;
}

function actionOf(name: string, choices: readonly string[] | undefined): string {
  const completion = completionOf(name, choices);
  switch (completion) {
    case 'files':
      return '_files';
    case 'profiles':
      return '_vigil_profiles';
    case 'nothing':
      return ' ';
    default:
      return completion.some((word) => word.endsWith('='))
        ? `{_vigil_beginnings ${completion.join(' ')}}`
        : `(${completion.join(' ')})`;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
