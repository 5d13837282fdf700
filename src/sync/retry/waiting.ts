/**
 * What a request waits for: an answer since it left, its turn until a time that may be unknown, or only the pace under which the
 * limit lasts.
 */
export type Waiting =
  | { readonly for: 'answer'; readonly since: number }
  | { readonly for: 'turn'; readonly reason: string; readonly until: number | undefined }
  | { readonly for: 'pace' };
