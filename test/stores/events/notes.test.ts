import { describe, expect, it } from 'vitest';

import { createNotesStore, LONGEST_NOTE } from '../../../src/stores/events/notes.ts';

const kept = (store: ReturnType<typeof createNotesStore>) =>
  JSON.parse(JSON.stringify(store.kept.read())) as unknown;

describe('notes on events', () => {
  it('are there after the next start, and an empty one takes a note away', () => {
    const store = createNotesStore();
    store.write('e1', { text: 'seen', at: 1 });
    store.write('e2', { text: 'ticket 12', at: 2 });
    store.write('e1', { text: '', at: 3 });
    const next = createNotesStore();
    next.kept.restore(kept(store));
    expect([next.noteOn('e1'), next.noteOn('e2')?.text]).toEqual([undefined, 'ticket 12']);
  });

  it('of two consoles are all kept, of two on one event the later one, whoever writes last', () => {
    const [mine, theirs] = [createNotesStore(), createNotesStore()];
    mine.write('e1', { text: 'mine', at: 5 });
    theirs.write('e1', { text: 'theirs, before', at: 4 });
    theirs.write('e2', { text: 'theirs', at: 4 });
    expect(mine.kept.merge?.(mine.kept.read(), kept(theirs))).toEqual(
      expect.arrayContaining([
        ['e1', 5, 'mine'],
        ['e2', 4, 'theirs'],
      ]),
    );
    let changes = 0;
    mine.kept.subscribe(() => changes++);
    mine.kept.takeIn?.(kept(theirs));
    mine.kept.takeIn?.(kept(theirs));
    expect([mine.noteOn('e1')?.text, mine.noteOn('e2')?.text, changes]).toEqual(['mine', 'theirs', 1]);
    theirs.kept.takeIn?.(kept(mine));
    expect(theirs.noteOn('e1')?.text).toBe('mine');
  });

  it('that are taken away stay so when another console still has them', () => {
    const [mine, theirs] = [createNotesStore(), createNotesStore()];
    mine.write('e1', { text: 'seen', at: 1 });
    theirs.kept.takeIn?.(kept(mine));
    mine.write('e1', { text: '', at: 2 });
    mine.kept.takeIn?.(kept(theirs));
    expect(mine.noteOn('e1')).toBeUndefined();
    theirs.kept.takeIn?.(kept(mine));
    expect(theirs.noteOn('e1')).toBeUndefined();
  });

  it('may have been edited in the file', () => {
    const store = createNotesStore();
    const edited = [
      ['e1', 1, 'kept'],
      ['e2', 'x', 'y'],
      ['', 1, 'a'],
      ['e3', 1, 'z'.repeat(LONGEST_NOTE + 1)],
      7,
    ];
    store.kept.restore(edited);
    expect(store.kept.read()).toEqual([['e1', 1, 'kept']]);
    expect(store.kept.isWhole?.(edited)).toBe(false);
    expect(store.kept.isWhole?.(kept(store))).toBe(true);
    store.kept.restore({ __proto__: 1 });
    expect(store.kept.read()).toEqual([]);
  });

  it('are at most so many, the oldest of which go first', () => {
    const store = createNotesStore();
    store.kept.restore(Array.from({ length: 2000 }, (_, index) => [`e${index}`, index, 'x']));
    store.write('new', { text: 'y', at: 5000 });
    expect([store.getState().notes.size, store.noteOn('e0'), store.noteOn('new')?.text]).toEqual([
      2000,
      undefined,
      'y',
    ]);
  });
});
