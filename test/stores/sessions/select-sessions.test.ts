import { describe, expect, it } from 'vitest';

import { selectVisibleSessions } from '../../../src/stores/sessions/select-sessions.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { listingOf, sampleSession } from '../../helpers/sample-data.ts';

function storesWithSessions() {
  const stores = createStores();
  stores.sessions.setState({
    data: listingOf([
      sampleSession('s1', 300),
      sampleSession('s2', 10, { first_prompt: 'Upgrade lodash' }),
      sampleSession('s3', 0, { modified_at: null }),
    ]),
  });
  return stores;
}

describe('the sessions that are visible', () => {
  it('stand with the last activity first, those without a time last', () => {
    expect(selectVisibleSessions(storesWithSessions()).map(({ id }) => id)).toEqual(['s2', 's1', 's3']);
  });

  it('hold the words of the text filter', () => {
    const stores = storesWithSessions();
    updatePane(stores.view, 'sessions', { text: 'lodash upgrade' });
    expect(selectVisibleSessions(stores).map(({ id }) => id)).toEqual(['s2']);
  });

  it('are the same list as long as nothing changed', () => {
    const stores = storesWithSessions();
    const before = selectVisibleSessions(stores);
    updatePane(stores.view, 'sessions', { date: '2026-03-01' });
    expect(selectVisibleSessions(stores)).toBe(before);
  });
});
