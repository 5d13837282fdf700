import {
  allCommands,
  optionsWithValue,
  type DescribedCommand,
  type DescribedOption,
} from './describe-command.ts';
import { completionOf } from './value-completion.ts';

/** The script that makes fish complete the words of `vigil`. */
export function fishCompletion(program: DescribedCommand): string {
  const commands = allCommands(program);
  const paths = commands.slice(1).map(({ path }) => `'${path.join(' ')}'`);
  return `# fish completion for vigil. To use it:  vigil completions fish >~/.config/fish/completions/vigil.fish

# Whether the words of the line so far are those of this command.
function __vigil_at
    set -l path vigil
    set -l is_value no
    for word in (commandline -opc)[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case ${optionsWithValue(program).join(' ')}
                set is_value yes
            case '-*'
            case '*'
                if contains -- "$path $word" ${paths.join(' ')}
                    set path "$path $word"
                end
        end
    end
    test "$path" = "$argv"
end

complete -c vigil -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, options, arguments: given }: DescribedCommand): readonly string[] {
  const at = `complete -c vigil -n '__vigil_at ${path.join(' ')}'`;
  return [
    ...commands.map((each) => `${at} -a ${each.path.at(-1)} -d ${quote(each.description)}`),
    ...options.map((option) => `${at} ${optionWords(option)}`),
    ...given.flatMap(({ name, choices }) => {
      const words = valueWords(name, choices);
      return words === undefined ? [] : [`${at} ${words}`];
    }),
  ];
}

function optionWords({ long, short, value, choices, description }: DescribedOption): string {
  return [
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.slice(2)}`,
    ...(value === undefined ? [] : [`-r ${valueWords(value, choices) ?? '-f'}`]),
    `-d ${quote(description)}`,
  ].join(' ');
}

/** What completes a value; undefined for one that nothing completes. */
function valueWords(name: string, choices: readonly string[] | undefined): string | undefined {
  const completion = completionOf(name, choices);
  switch (completion) {
    case 'files':
      return '-F';
    case 'profiles':
      return "-f -a '(command vigil config profiles 2>/dev/null </dev/null)'";
    case 'nothing':
      return undefined;
    default:
      return `-f -a '${completion.join(' ')}'`;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
