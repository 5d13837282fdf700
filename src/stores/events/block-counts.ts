const MINUTE = 60_000;

/** The spans over which blocks are counted, in milliseconds. */
export const BLOCK_SPANS = { hour: 60 * MINUTE, day: 24 * 60 * MINUTE } as const;
export type BlockSpan = keyof typeof BLOCK_SPANS;

/** Blocked installs in the last hour and the last day; undefined where the server reports no total. */
export type BlockCounts = Readonly<Record<BlockSpan, number | undefined>>;
