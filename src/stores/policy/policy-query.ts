import { flagField, textField, type ListQuery } from '../query/query-fields.ts';

/** What can be asked of the rules of the policy and its lists. */
export const POLICY_QUERY: ListQuery = {
  kind: 'policy',
  fields: [
    textField('rule', 'rule'),
    { name: 'value', kind: 'any', paths: ['value'] },
    flagField('changed', 'changed'),
    flagField('conflict', 'conflict'),
  ],
  times: [],
};
