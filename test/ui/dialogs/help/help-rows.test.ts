import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chordName } from '../../../../src/commands/keys/chord-names.ts';
import { keymapOf } from '../../../../src/commands/app/keymap-in-force.ts';
import { findEntries } from '../../../../src/commands/app/palette.ts';
import { COMMANDS } from '../../../../src/commands/app/registry.ts';
import { activeScopes } from '../../../../src/commands/base/scopes.ts';
import { TABS } from '../../../../src/stores/base/tab.ts';
import { helpRows } from '../../../../src/ui/dialogs/help/help-rows.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';

it('says in every place which key answers before a change, and when it counts', () => {
  const context = createFilledContext();
  for (const tab of ['overview', 'agents', 'policy'] as const) {
    context.stores.view.setState({ tab });
    const rows = helpRows(context, createTheme({ colour: false, ascii: false }));
    const place = rows.findIndex(({ heading }) => heading === 'Before a change');
    expect(rows[place + 1]).toMatchObject({
      keys: 'y',
      text: expect.stringMatching(/which Enter never does.*0\.4 s after the question.*held down/) as string,
    });
  }
});

it('names only keys that do there what it says, those that were bound anew too', () => {
  const context = createFilledContext();
  const { view } = context.stores;
  const theme = createTheme({ colour: false, ascii: false });
  const titles = new Map(COMMANDS.map(({ id, title }) => [id, title]));
  let named = 0;
  for (const rebound of [new Map(), new Map([['list.down', ['I', 'down']]])]) {
    view.setState({ rebound });
    const keymap = keymapOf(context.stores);
    for (const tab of TABS) {
      view.setState({ tab });
      const scopes = activeScopes(view.getState());
      const chords = scopes.flatMap((scope) =>
        COMMANDS.filter((command) => command.scope === scope).flatMap((command) => keymap.chordsOf(command)),
      );
      const chordOf = new Map(chords.map((chord) => [chordName(chord), chord]));
      const rows = helpRows(context, theme);
      const end = rows.findIndex(({ heading }) => heading === 'Before a change');
      for (const { keys = '', text = '' } of rows.slice(0, end)) {
        for (const key of keys.split(' ').filter((name) => name !== '')) {
          const id = keymap.commandFor(scopes, chordOf.get(key) ?? key);
          expect([tab, key, titles.get(id ?? '')]).toEqual([tab, key, text]);
          named++;
        }
      }
    }
  }
  expect(named).toBeGreaterThan(300);
});

it('finds every command that sentences name with a colon', () => {
  const context = createFilledContext();
  const root = new URL('../../../../', import.meta.url).pathname;
  const sources = ['src/commands', 'src/ui', 'src/stores'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = [...sources, 'README.md', ...pages.map((name) => join('docs', name))].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  );
  const words = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/[ `(]:([a-z]{4,}(?: over)?)(?=[`.,; ][^:?\n]*$)/gm)].map(([, word]) => word ?? ''),
    ),
  );
  expect(words.size).toBeGreaterThan(6);
  for (const word of words) {
    const [found] = findEntries(context, COMMANDS, word);
    expect(`${found?.command.id} ${found?.command.title.toLowerCase()}`).toContain(word);
  }
});
