import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Real files, whose place decides which rules count; what is in them is replaced. */
const PANE = 'src/ui/dialogs/DialogView.tsx';
const WIDGET = 'src/ui/widgets/Lines.tsx';

let eslint: ESLint;

const RULES = [
  'no-restricted-syntax',
  'no-restricted-imports',
  'vigil/raw-text',
  'vigil/untrusted-text',
  'vigil/untrusted-names',
];

// With the types of these files alone and the rules in question: reading all of the project takes half a minute.
beforeAll(async () => {
  eslint = new ESLint({
    cwd: ROOT,
    ruleFilter: ({ ruleId }) => RULES.includes(ruleId),
    overrideConfig: {
      languageOptions: {
        parserOptions: {
          projectService: false,
          project: 'test/house/lint.tsconfig.json',
          // The sources are not what is in the files.
          disallowAutomaticSingleRunInference: true,
        },
      },
    },
  });
  await eslint.lintText('export {};\n', { filePath: PANE });
});

/** The messages of the rules on what must not be written, for that source in the place of that file. */
async function complaints(filePath: string, source: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(source, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages.filter(({ ruleId }) => RULES.includes(ruleId ?? '')).map(({ message }) => message);
}

function drawing(element: string, imported = '{ Text }'): string {
  return `import ${imported} from 'ink';\nexport function Row({ name, props }: { readonly name: string; readonly props: object }) {\n  return ${element};\n}\n`;
}

function textWith(expression: string): string {
  return drawing(`<Text>${expression}</Text>`);
}

const RAW_TEXT = 'Only widgets may put a variable into <Text>: use a safe text widget.';
const NAMES_ONLY = 'Ink is imported by the names of its parts.';

describe('what is not a literal', () => {
  it.each([
    '{name}',
    'Agent {name}',
    '{`agent ${name}`}',
    '{name.trim()}',
    "{name === '' ? 'none' : name}",
    "{'a' + name}",
    '{...[name]}',
    '<>{name}</>',
  ])('cannot be put into <Text> as %s outside of the widgets', async (expression) => {
    expect(await complaints(PANE, textWith(expression))).toEqual([RAW_TEXT]);
  });

  it.each([
    ['an attribute', '<Text children={name} />', '{ Text }'],
    ['a template in an attribute', '<Text children={`agent ${name}`} />', '{ Text }'],
    ['a spread', '<Text {...props} />', '{ Text }'],
    ['another name', '<Words>{name}</Words>', '{ Text as Words }'],
    ['a name in quotes', '<Words>{name}</Words>', "{ 'Text' as Words }"],
    ['a call', 'createElement(Text, null, name)', '{ Text }'],
    ['a part of something else', '<Box><Text>{name}</Text></Box>', '{ Box, Text }'],
  ])('cannot be put into <Text> by %s', async (_how, element, imported) => {
    expect(await complaints(PANE, drawing(element, imported))).toEqual([RAW_TEXT]);
  });

  it.each([
    ['a namespace', drawing('<ink.Text>{name}</ink.Text>', '* as ink')],
    ['a default', drawing('<Ink.Text>{name}</Ink.Text>', 'Ink')],
  ])('cannot be put into <Text> through %s of Ink', async (_how, source) => {
    expect(await complaints(PANE, source)).toEqual([NAMES_ONLY, RAW_TEXT]);
  });

  it.each(["export * from 'ink';\n", "export { Text } from 'ink';\n", "export const ink = import('ink');\n"])(
    'does not come by %j',
    async (source) => {
      expect(await complaints(PANE, source)).toEqual([NAMES_ONLY]);
    },
  );

  it.each(['ink-text-input', 'ink-select-input'])('is not drawn with %s either', async (library) => {
    const source = `import Drawn from '${library}';\nexport const drawn = Drawn;\n`;
    expect(await complaints(PANE, source)).toHaveLength(1);
    expect(await complaints(WIDGET, source)).toEqual([]);
  });

  it.each(['Agents', "{'Agents'}", '{`Agents`}', '<Text>Agents</Text>'])(
    'is not what %s is',
    async (expression) => {
      expect(await complaints(PANE, textWith(expression))).toEqual([]);
    },
  );

  it('can be drawn by a widget', async () => {
    expect(await complaints(WIDGET, textWith('{name}'))).toEqual([]);
  });
});

describe('text that somebody else wrote', () => {
  const using = (expression: string) => `import type { Agent } from '../../contract/agent.ts';
import { prose, untrustedText, type AnyText } from '../../lib/untrusted.ts';
import { untrusted, trusted } from '../widgets/line.ts';
const ours = (text: string) => trusted(text);
export const used = (agent: Agent, names: readonly Agent['id'][]) => ${expression};
export const all: readonly unknown[] = [untrustedText, prose, untrusted, trusted, ours];
export type All = AnyText;
`;

  it.each([
    ['a template', 'trusted(`agent ${agent.id}`)'],
    ['a template with a choice', "trusted(`agent ${agent.hostname ?? 'none'}`)"],
    ['a sum', "trusted('agent ' + agent.id)"],
    ['padding', 'trusted(agent.id.padEnd(8))'],
    ['a part', 'trusted(agent.hostname?.slice(1) ?? "")'],
    ['a list', "trusted(names.join(', '))"],
    ['String', 'trusted(String(agent.id))'],
    ['a function of ours', 'ours(agent.id)'],
    ['a list with text of our own', "trusted([agent.id, ours.name].join(', '))"],
    ['a list behind others', "trusted([...names, ours.name].join(', '))"],
    ['standing in for text of our own', 'trusted(agent.hostname ?? ours.name)'],
    ['a choice beside text of our own', 'trusted(names.length > 1 ? agent.id : ours.name)'],
    ['a property of text', '(({ text: agent.id }) satisfies { text: string })'],
    ['a constant of text', '() => { const id: string = agent.id; return trusted(id); }'],
    ['a function that returns text', '() => trusted(((): string => agent.id)())'],
  ])('does not become ours by %s', async (_how, expression) => {
    expect(await complaints(PANE, using(expression))).toContainEqual(
      expect.stringMatching(/^Somebody else wrote (?:this|a part of this)/),
    );
  });

  it.each([
    'untrusted(agent.id)',
    'untrusted(`agent ${agent.id}`)',
    'untrusted(agent.hostname?.trim() ?? agent.id)',
    'untrusted(untrustedText`agent ${agent.id}`)',
    "agent.status === 'active' ? trusted('active') : untrusted(agent.status ?? '')",
    "new Set<string>(['a']).has(agent.id)",
    'trusted(`${agent.generation ?? 0} times`)',
    "untrusted(prose([agent.id, ours.name].join(', ')))",
    'untrusted(agent.hostname ?? ours.name)',
    '(({ text: agent.id }) satisfies { text: AnyText })',
    '(({ cursor: agent.id }) satisfies { cursor: string })',
  ])('may be used as in %s', async (expression) => {
    expect(await complaints(PANE, using(expression))).toEqual([]);
  });
});

describe('a name that only turns up while the program runs', () => {
  const LAYER = 'src/api/read-body.ts';
  const using = (expression: string, more = '') => `import { ownValue } from '../lib/own-value.ts';
const COLOURS: Readonly<Record<string, number>> = { red: 1 };
const SIDES = { left: 1, right: 2 } as const;
${more}
export const used = (name: string, side: 'left' | 'right', list: readonly number[], index: number, env: NodeJS.ProcessEnv) => ${expression};
export const all = [ownValue, COLOURS, SIDES];
`;

  it.each([
    ['a table', 'COLOURS[name]'],
    ['a table that is perhaps not there', '(list.length > 0 ? COLOURS : undefined)?.[name]'],
    ['a part of a template', 'COLOURS[`dark-${name}`]'],
    ['a choice of which one is open', "COLOURS[list.length > 0 ? 'red' : name]"],
    ['the environment', 'env[name]'],
    ['what is typed as anything', 'COLOURS[JSON.parse(name)]'],
    ['another object than the one that was asked', 'Object.hasOwn(SIDES, name) ? COLOURS[name] : undefined'],
    ['the branch where it is not there', 'Object.hasOwn(COLOURS, name) ? 0 : COLOURS[name]'],
  ])('is not looked up in %s', async (_how, expression) => {
    expect(await complaints(LAYER, using(expression))).toEqual([
      expect.stringMatching(/^This name may be one that every object has/),
    ]);
  });

  it('is not put into an object either, nor asked for with `in`', async () => {
    expect(await complaints(LAYER, using('name in COLOURS'))).toEqual([
      expect.stringMatching(/^Every object has names/),
    ]);
    const putting = 'export const put = (to: Record<string, string>, name: string) => (to[name] = name);';
    expect(await complaints(LAYER, using('name', putting))).toHaveLength(1);
  });

  it.each([
    'ownValue(COLOURS, name)',
    'new Map([["red", 1]]).get(name)',
    'SIDES[side]',
    'list[index]',
    "COLOURS['red']",
    'Object.hasOwn(COLOURS, name) ? COLOURS[name] : undefined',
    'name !== "" && Object.hasOwn(COLOURS, name) && COLOURS[name] === 1',
    "'red' in COLOURS",
  ])('may be used as in %s', async (expression) => {
    expect(await complaints(LAYER, using(expression))).toEqual([]);
  });

  it('may be one of the names of the very object', async () => {
    const adding = `export function sum(amounts: Readonly<Record<string, number>>) {
  let total = 0;
  for (const name of Object.keys(amounts)) {
    total += amounts[name] ?? 0;
  }
  return total;
}`;
    expect(await complaints(LAYER, using('name', adding))).toEqual([]);
  });
});

describe('the keyboard', () => {
  const listening =
    "import { useInput } from 'ink';\nexport function useKeys(): void {\n  useInput(() => undefined);\n}\n";

  it.each([PANE, WIDGET])('is not listened to by %s', async (file) => {
    expect(await complaints(file, listening)).toEqual(['Keys belong to the key dispatcher alone.']);
  });

  it.each([
    [
      'another name',
      listening.replace('{ useInput }', '{ useInput as listen }').replace('useInput(() =>', 'listen(() =>'),
    ],
    [
      'a name in quotes',
      listening.replace('{ useInput }', "{ 'useInput' as listen }").replace('useInput(() =>', 'listen(() =>'),
    ],
    [
      'a namespace',
      listening.replace('{ useInput }', '* as ink').replace('useInput(() =>', 'ink.useInput(() =>'),
    ],
  ])('is not listened to by %s either', async (_how, source) => {
    expect((await complaints(WIDGET, source)).length).toBeGreaterThan(0);
  });

  it('is not listened to for pastes either', async () => {
    expect(await complaints(PANE, listening.replaceAll('useInput', 'usePaste'))).toHaveLength(1);
  });
});

describe('the key that runs a command', () => {
  const notice = (text: string) => `export const notice = ${text};\n`;
  const BY_NAME =
    'Keys can be rebound: name the one that counts (keyNameOf of src/commands, keyOf of the theme).';

  it.each([
    "'Nothing was searched for yet: / searches.'",
    "' changes stay a draft until W reviews them'",
    '`J and K show ${1}`',
    "'r tries again'",
  ])('cannot stand in a text as in %s', async (text) => {
    expect(await complaints(PANE, notice(text))).toEqual([BY_NAME]);
  });

  it.each(["'Reading a file shows nothing'", "'a reads-only list'", '`${String(1)} reviews it`'])(
    'is not taken for one in %s',
    async (text) => {
      expect(await complaints(PANE, notice(text))).toEqual([]);
    },
  );
});
