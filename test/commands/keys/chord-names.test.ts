import { expect, it } from 'vitest';

import { chordName } from '../../../src/commands/keys/chord-names.ts';

it('names chords as people write them', () => {
  expect(['ctrl+d', 'escape', 'pagedown', 'G', 'up', 'space'].map((chord) => chordName(chord))).toEqual([
    'Ctrl-D',
    'Esc',
    'PgDn',
    'G',
    '↑',
    'Space',
  ]);
});

it('has a word for an arrow where there is nothing but ASCII', () => {
  expect(['up', 'down', 'left', 'right', 'j'].map((chord) => chordName(chord, true))).toEqual([
    'Up',
    'Down',
    'Left',
    'Right',
    'j',
  ]);
});
