/** What a list can be. */
export const LIST_KINDS = ['osv', 'csv', 'purl', 'lock'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
