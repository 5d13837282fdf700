import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { columnsAt } from '../../lib/record-formats/record-columns.ts';
import { POLICY_COLUMNS } from '../../stores/base/record-columns.ts';
import { recordOfField, selectPolicyFields } from '../../stores/policy/select-policy.ts';
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
        table: { columns: columnsAt(POLICY_COLUMNS), kind: 'policy' },
        mayHoldSecrets: false,
        counted: 'all',
        notes: notesOnAge(stores, stores.policy.getState()),
      },
      rows.map(recordOfField),
      index,
      [{ label: 'name', value: rows[index]?.id }],
      [],
    );
  },
  pivots: () => [],
};
