import { describe, expect, it } from 'vitest';

import { nestSubagents } from '../../../src/stores/sessions/nest-subagents.ts';
import { sampleSession, secondsAgo } from '../../helpers/sample-data.ts';

/** A session that ran from `from` to `to` seconds ago. */
function session(id: string, from: number, to: number, fields: Readonly<Record<string, unknown>> = {}) {
  return sampleSession(id, to, { created_at: secondsAgo(from), ...fields });
}

function nested(...sessions: readonly ReturnType<typeof session>[]) {
  const { rows, parents } = nestSubagents(sessions);
  return {
    order: rows.map(({ id }) => id),
    parents: Object.fromEntries(
      [...parents].map(([child, { session: parent, isNamed }]) => [
        child.id,
        `${parent.id}${isNamed ? '' : '?'}`,
      ]),
    ),
  };
}

describe('sessions of subagents', () => {
  const subagent = { is_subagent: true };

  it('stand under the session that a field names, by either of its ids', () => {
    expect(
      nested(
        session('child-1', 50, 40, { ...subagent, parent_session_id: 'uuid-of-b' }),
        session('a', 100, 30),
        session('child-2', 60, 20, { ...subagent, parentId: 'b' }),
        session('b', 100, 10),
      ),
    ).toEqual({ order: ['a', 'b', 'child-1', 'child-2'], parents: { 'child-1': 'b', 'child-2': 'b' } });
  });

  it('stand under the only one that can have spawned them, by machine, project and time', () => {
    expect(
      nested(
        session('a', 100, 10, { subagent_count: 1 }),
        session('elsewhere', 100, 10, { subagent_count: 1, client_id: 'client-2' }),
        session('before', 300, 200, { subagent_count: 1 }),
        session('without', 100, 10),
        session('child', 50, 40, subagent),
      ),
    ).toEqual({
      order: ['a', 'child', 'elsewhere', 'before', 'without'],
      parents: { child: 'a?' },
    });
  });

  it('stay where they are when several can have spawned them', () => {
    const sessions = [
      session('a', 100, 10, { subagent_count: 1 }),
      session('b', 90, 20, { subagent_count: 2 }),
      session('child', 50, 40, subagent),
    ];
    expect(nested(...sessions)).toEqual({ order: ['a', 'b', 'child'], parents: {} });
  });

  it('are all listed even when each names another as its parent', () => {
    const ring = [
      session('a', 50, 40, { ...subagent, parent_id: 'c' }),
      session('b', 50, 40, { ...subagent, parent_id: 'a' }),
      session('c', 50, 40, { ...subagent, parent_id: 'b' }),
    ];
    expect(nested(...ring).order.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('cost nothing where there are none', () => {
    const sessions = [session('a', 100, 10)];
    expect(nestSubagents(sessions).rows).toBe(sessions);
  });
});
