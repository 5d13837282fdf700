/** What events are forwarded as. */
export const FORMAT_NAMES = ['raw', 'ocsf', 'ecs'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
