import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ cwd: fileURLToPath(new URL('../..', import.meta.url)) });

/** The sentences of the lint rules of the project's own that a text breaks, as if it stood in that file. */
async function complaints(file: string, text: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'no-restricted-syntax')
    .map(({ message }) => message);
}

const RAW_TEXT = `import { Text } from 'ink';
export const Raw = ({ name }: { readonly name: string }) => <Text>{name}</Text>;
`;
const LITERAL_TEXT = `import { Text } from 'ink';
export const Fixed = () => <Text>{'fixed'}</Text>;
`;
const LISTENER = `import { useInput } from 'ink';
export const useKeys = () => useInput(() => undefined);
`;

describe('the lint rules', () => {
  it('refuse a variable in a raw text outside of the widgets', async () => {
    expect(await complaints('src/ui/app/App.tsx', RAW_TEXT)).toEqual([
      'Only widgets may put a variable into <Text>: use a safe text widget.',
    ]);
    expect(await complaints('src/ui/app/App.tsx', LITERAL_TEXT)).toEqual([]);
    expect(await complaints('src/ui/widgets/Lines.tsx', RAW_TEXT)).toEqual([]);
  });

  it('refuse a second listener to the keyboard', async () => {
    expect(await complaints('src/ui/app/App.tsx', LISTENER)).toEqual([
      'useInput belongs to the key dispatcher alone.',
    ]);
    expect(await complaints('src/ui/widgets/Lines.tsx', LISTENER)).toHaveLength(1);
    expect(await complaints('src/ui/app/use-key-dispatch.ts', LISTENER)).toEqual([]);
  });
});
