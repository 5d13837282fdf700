import { describe, expect, it } from 'vitest';

import {
  originOfEvent,
  sessionsOfEvent,
  type EventOrigin,
} from '../../../src/stores/sessions/session-of-event.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { NOW, sampleEvent, sampleSession, secondsAgo } from '../../helpers/sample-data.ts';

const AT = NOW - 700_000;

/** All were at work ten minutes ago, the later ones for longer. */
const at = (id: string, minutes: number, fields = {}) =>
  sampleSession(id, 300, { created_at: secondsAgo(300 + 60 * minutes), ...fields });
const SHOP = at('shop', 60, { project_path: '/home/dev/shop', git_branch: 'main' });
const SHOP_FIX = at('shop-fix', 40, { project_path: '/home/dev/shop', git_branch: 'fix' });
const TOOL = at('tool', 10, { project_path: '/home/dev/tool', git_branch: 'main' });
const UNKNOWN = at('unknown', 9, { project_path: null, git_branch: null });
const ALL = [SHOP, SHOP_FIX, TOOL, UNKNOWN];

const origin = (metadata: object): EventOrigin => originOfEvent(sampleEvent('event', 700, { metadata }));
const found = (metadata: object, sessions = ALL) =>
  sessionsOfEvent(sessions, AT, origin(metadata)).map(({ session }) => session.id);

describe('the session of an event', () => {
  it.each([
    [{ project: 'shop', branch: 'main' }],
    [{ project: '/home/dev/shop', branch: 'main' }],
    [{ project_path: '/home/dev/shop/', git_branch: 'main' }],
    [{ cwd: '/home/dev/shop/packages/web', branch: 'main' }],
  ])('is that of its project and branch, however short others are: %j', (metadata) => {
    expect(found(metadata)).toEqual(['shop']);
  });

  it('is every one that project and branch do not tell apart', () => {
    expect(found({ project: 'shop' })).toEqual(['shop-fix', 'shop']);
    expect(found({ branch: 'main' })).toEqual(['tool', 'shop']);
    expect(found({})).toEqual(['unknown', 'tool', 'shop-fix', 'shop']);
  });

  it('is one that tells no project rather than one of another', () => {
    expect(found({ project: 'elsewhere' })).toEqual(['unknown']);
    expect(sessionsOfEvent([TOOL], AT, origin({ project: 'shop' }))).toMatchObject([{ project: 'other' }]);
  });

  it('may be of another branch, which it then says', () => {
    expect(sessionsOfEvent([SHOP], AT, origin({ project: 'shop', branch: 'fix' }))).toMatchObject([
      { session: { id: 'shop' }, project: 'same', branch: 'other' },
    ]);
  });

  it('takes no part of a name for the project', () => {
    expect(sessionsOfEvent([SHOP], AT, origin({ project: 'hop' }))).toMatchObject([{ project: 'other' }]);
    expect(sessionsOfEvent([SHOP], AT, origin({ cwd: '/home/dev/shop-2' }))).toMatchObject([
      { project: 'other' },
    ]);
  });

  it('is the nearest in time where none was at work', () => {
    const early = sampleSession('early', 4000);
    expect(sessionsOfEvent([early, SHOP], NOW)).toMatchObject([{ session: SHOP, distance: -300_000 }]);
    expect(sessionsOfEvent([SHOP], NOW - 4_000_000)).toMatchObject([{ distance: 100_000 }]);
    expect(sessionsOfEvent([sampleSession('s', 0, { created_at: null, modified_at: 'never' })], AT)).toEqual(
      [],
    );
  });

  it('is of two that are equally near the one that agrees best', () => {
    const sessions = [
      at('other', 1, { project_path: '/home/dev/tool', git_branch: 'fix' }),
      at('branch', 1, { project_path: '/home/dev/shop', git_branch: 'fix' }),
      at('own', 1, { project_path: '/home/dev/shop', git_branch: 'main' }),
    ];
    const early = sessionsOfEvent(sessions, NOW - 9_000_000, origin({ project: 'shop', branch: 'main' }));
    expect(early.map(({ session }) => session.id)).toEqual(['own']);
  });

  it('is any of other projects where none is of its own, whatever their branch', () => {
    expect(found({ project: 'elsewhere', branch: 'main' }, [SHOP, SHOP_FIX, TOOL])).toEqual([
      'tool',
      'shop-fix',
      'shop',
    ]);
  });

  it('is of a package that the event names', () => {
    expect(origin({}).package).toBe(asUntrusted('left-pad'));
  });
});
