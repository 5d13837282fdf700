import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { selectPolicyFields } from '../../stores/policy/select-policy.ts';
import { notesOnAge } from '../export/row-notes.ts';
import { recordsOf } from './list-records.ts';
import type { ListSource } from './list-source.ts';

/** The rules of the policy and its lists. */
export const POLICY_SOURCE: ListSource = {
  title: 'Policy',
  rows: 'rules',
  marking: undefined,
  live: undefined,
  records({ stores }) {
    const rows = selectPolicyFields(stores);
    const index = selectedIndex(stores, 'policy', visibleRows(rows));
    return recordsOf(
      {
        noun: 'rule',
        nouns: 'rules',
        fields: undefined,
        mayHoldSecrets: false,
        counted: 'all',
        notes: notesOnAge(stores, stores.policy.getState()),
      },
      rows.map(({ id, stored }) => ({ rule: id, value: stored })),
      index,
      [{ label: 'name', value: rows[index]?.id }],
      [],
    );
  },
  pivots: () => [],
};
