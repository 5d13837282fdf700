import { LIST_FIELDS } from '../base/field-rules.ts';
import { OPEN_LIST, type ListView } from '../base/list-view.ts';
import { listRows, textFields, type ListModel } from '../query/list-model.ts';
import { POLICY_QUERY } from './policy-query.ts';
import type { PolicySlice } from './policy-slice.ts';
import {
  recordOfField,
  selectAllPolicyFields,
  selectPolicyFields,
  type PolicyField,
} from './select-policy.ts';

/** The rules of the policy and its lists. */
export const POLICY_LIST: ListModel<ListView, PolicyField, PolicySlice> = {
  open: OPEN_LIST,
  fields: LIST_FIELDS,
  query: POLICY_QUERY,
  feeds: ['policy'],
  listed: (slice) => listRows(selectPolicyFields(slice), POLICY_QUERY, recordOfField),
  isFiltering: () => false,
  counted: () => 'all',
  marked: (_slice, marks) => marks.size,
  known: (slice, most) => selectAllPolicyFields(slice).slice(0, most).map(recordOfField),
  offered: () => textFields(POLICY_QUERY),
  sorting: ({ view }) => view.getState().policy.sort,
};
