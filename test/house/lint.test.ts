import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Real files, whose place decides which rules count; what is in them is replaced. */
const PANE = 'src/ui/app/dialogs/TextDialogView.tsx';
const WIDGET = 'src/ui/widgets/Lines.tsx';
const DISPATCHER = 'src/ui/app/use-key-dispatch.ts';

let eslint: ESLint;

beforeAll(() => {
  eslint = new ESLint({ cwd: ROOT });
});

/** The messages of the rule for what must not be written, for that source in the place of that file. */
async function complaints(filePath: string, source: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(source, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax').map(({ message }) => message);
}

function textWith(expression: string): string {
  return `import { Text } from 'ink';\nexport function Row({ name }: { readonly name: string }) {\n  return <Text>${expression}</Text>;\n}\n`;
}

describe('text that somebody else wrote', () => {
  it.each([
    '{name}',
    'Agent {name}',
    '{`agent ${name}`}',
    '{name.trim()}',
    "{name === '' ? 'none' : name}",
    "{'a' + name}",
  ])('cannot be put into <Text> as %s outside of the widgets', async (expression) => {
    expect(await complaints(PANE, textWith(expression))).toEqual([
      'Only widgets may put a variable into <Text>: use a safe text widget.',
    ]);
  });

  it.each(['Agents', "{'Agents'}", '{`Agents`}'])('is not what %s is', async (expression) => {
    expect(await complaints(PANE, textWith(expression))).toEqual([]);
  });

  it('can be put there by a widget', async () => {
    expect(await complaints(WIDGET, textWith('{name}'))).toEqual([]);
  });
});

describe('the keyboard', () => {
  const listening =
    "import { useInput } from 'ink';\nexport function useKeys(): void {\n  useInput(() => undefined);\n}\n";

  it.each([PANE, WIDGET])('is not listened to by %s', async (file) => {
    expect(await complaints(file, listening)).toEqual(['useInput belongs to the key dispatcher alone.']);
  });

  it('is not listened to under another name either', async () => {
    const renamed = listening
      .replace('{ useInput }', '{ useInput as listen }')
      .replace('useInput(() =>', 'listen(() =>');
    expect(await complaints(PANE, renamed)).toHaveLength(1);
  });

  it('is listened to by the dispatcher', async () => {
    expect(await complaints(DISPATCHER, listening)).toEqual([]);
  });
});
