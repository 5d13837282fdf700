import type { Command } from 'commander';

import {
  ALERT_SETTINGS,
  FILE_SETTINGS,
  PROFILE_SETTINGS,
  TABLES,
  type SettingDescription,
} from '../../host/config/setting-descriptions.ts';
import { exitStatusTable } from '../session/exit-statuses.ts';
import { released, version } from '../../host/version.ts';
import {
  allCommands,
  describeCommand,
  type DescribedCommand,
  type DescribedOption,
} from './describe-command.ts';
import { bold, filled, italic, paragraphs, roffText } from './roff.ts';

/** The variables of the environment that vigil heeds, for its manual page. */
export const ENVIRONMENT_VARIABLES: Readonly<Record<string, string>> = {
  VIGIL_PROFILE: 'The profile, where --profile names none.',
  VIGIL_BASE_URL: 'The server, where --base-url names none.',
  VIGIL_API_KEY: 'The API key, where the profile has none.',
  VIGIL_CONFIG: 'The config file.',
  VIGIL_LOG: 'A file that requests and faults are logged into.',
  XDG_CONFIG_HOME: 'The folder of vigil/config.toml instead of ~/.config.',
  XDG_STATE_HOME: 'The folder of vigil/ instead of ~/.local/state, for all that is kept on this host.',
  HTTPS_PROXY: 'A proxy, never for this machine. NO_PROXY names the hosts that it is not for.',
  NO_COLOR: 'No colours, when it is set to anything but an empty string. It goes before FORCE_COLOR.',
  FORCE_COLOR: 'Colours also on a pipe, when it is set to anything but 0 or false; with these, none.',
  COLORFGBG: 'What the terminal has behind its text, where it does not say so itself.',
  PAGER: 'What shows help that is longer than the terminal, instead of less. With NO_PAGER nothing does.',
};

const FILES: Readonly<Record<string, string>> = {
  '~/.config/vigil/config.toml':
    'The settings. vigil config init begins one, vigil config path says where it is.',
  '~/.local/state/vigil/journal.jsonl':
    'Every change that was made from this host, as vigil journal prints it.',
  '~/.local/state/vigil/SERVER-HASH-KEY/':
    'What is kept of one organization from one start to the next: filters, layout, acknowledgements and drafts.',
  '~/.local/state/vigil/crash-TIME-PID.txt': 'Where something went wrong in vigil itself; the ten newest.',
};

/** The manual page vigil(1) as roff, made from the command line itself. The same for the same version, whenever it is made. */
export function manPage(program: Command): string {
  const root = describeCommand(program);
  const commands = allCommands(root).slice(1).filter(isOnPage);
  return [
    `.TH VIGIL 1 "${released}" ${quoted(`vigil ${version}`)} "User Commands"`,
    '.SH NAME',
    `vigil \\- ${roffText(root.description.replace(/^(.)(.*)\.$/, (_all, first: string, rest: string) => first.toLowerCase() + rest))}`,
    '.SH SYNOPSIS',
    ...synopsis(root),
    ...commands.flatMap((command) => ['.br', ...synopsis(command)]),
    '.SH DESCRIPTION',
    ...paragraphs(root.description),
    ...filled(
      'Without a command it opens the console, for which standard input and output must be a terminal.',
    ),
    '.PP',
    ...paragraphs(root.notes),
    '.SH OPTIONS',
    ...root.options.flatMap(optionEntry),
    '.SH COMMANDS',
    ...commands.flatMap((command, index) => commandSection(command, root, commands.slice(0, index))),
    '.SH EXIT STATUS',
    ...exitStatuses(program),
    '.SH ENVIRONMENT',
    ...Object.entries(ENVIRONMENT_VARIABLES).flatMap(([name, meaning]) => entry(bold(name), meaning)),
    '.SH FILES',
    ...Object.entries(FILES).flatMap(([name, meaning]) => entry(italic(name), meaning)),
    '.SH CONFIGURATION',
    ...configuration(),
    '',
  ].join('\n');
}

/** Commands that only hold others, and the help that each of them has, say nothing that is not elsewhere. */
function isOnPage({ path, commands, doesSomething }: DescribedCommand): boolean {
  return path[1] === 'help'
    ? path.length === 2
    : !path.includes('help') && (commands.length === 0 || doesSomething);
}

function synopsis({ path, options, arguments: given }: DescribedCommand): readonly string[] {
  const words = given.map(({ name, isRequired, isRepeatable }) => {
    const word = `${italic(name)}${isRepeatable ? ' ...' : ''}`;
    return isRequired ? word : `[${word}]`;
  });
  return [
    [bold(path.join(' ')), ...(options.length === 0 ? [] : [`[${italic('options')}]`]), ...words].join(' '),
  ];
}

/** What stands above already is named only. */
function commandSection(
  command: DescribedCommand,
  root: DescribedCommand,
  above: readonly DescribedCommand[],
): readonly string[] {
  const { path, description, notes } = command;
  const isOfRoot = ({ long }: DescribedOption) => root.options.some((option) => option.long === long);
  const ofRoot = command.options.filter((option) => isOfRoot(option) && option.long !== '--help');
  const same = notes === '' ? undefined : above.find((other) => other.notes === notes);
  return [
    `.SS ${quoted(path.join(' '))}`,
    ...paragraphs(description),
    ...command.arguments
      .filter((argument) => argument.description !== '')
      .flatMap((argument) => entry(italic(argument.name), argument.description)),
    ...command.options.filter((option) => !isOfRoot(option)).flatMap(optionEntry),
    ...(ofRoot.length === 0
      ? []
      : ['.PP', ...filled(`Of the options above: ${ofRoot.map(({ long }) => bold(long)).join(', ')}.`)]),
    ...(notes === ''
      ? []
      : ['.PP', ...(same === undefined ? paragraphs(notes) : [`More: see ${bold(same.path.join(' '))}.`])]),
  ];
}

function optionEntry({ long, short, value, choices, description }: DescribedOption): readonly string[] {
  const names = [...(short === undefined ? [] : [bold(short)]), bold(long)].join(', ');
  const text = choices === undefined ? description : `${description}: ${choices.join(', ')}`;
  return entry(value === undefined ? names : `${names} ${italic(value)}`, text);
}

function exitStatuses(program: Command): readonly string[] {
  return exitStatusTable(program).flatMap(({ status, commands, meaning }) =>
    entry(bold(status), commands.length === 0 ? meaning : `${meaning} (${commands.join(', ')})`),
  );
}

function configuration(): readonly string[] {
  return [
    ...paragraphs(
      'The config file is TOML. Flags and variables go before it. Outside of tables it can hold:',
    ),
    ...settings(FILE_SETTINGS),
    `.SS ${quoted('[alerts], [profiles.NAME.alerts]')}`,
    ...paragraphs(TABLES.alerts),
    ...settings(ALERT_SETTINGS),
    `.SS ${quoted('[keys]')}`,
    ...paragraphs(TABLES.keys),
    `.SS ${quoted('[profiles.NAME]')}`,
    ...paragraphs(TABLES.profiles),
    ...settings(PROFILE_SETTINGS),
  ];
}

function settings(described: Readonly<Record<string, SettingDescription>>): readonly string[] {
  return Object.entries(described).flatMap(([name, { meaning, example }]) =>
    entry(`${bold(name)} = ${roffText(example)}`, meaning),
  );
}

function entry(head: string, text: string): readonly string[] {
  return ['.TP', head, ...filled(roffText(text))];
}

function quoted(text: string): string {
  return `"${roffText(text)}"`;
}
