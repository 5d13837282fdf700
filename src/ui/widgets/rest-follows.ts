import { trusted, type Line } from './line.ts';

/** Stands below the first part of what a slow terminal is shown. */
export const REST_FOLLOWS: Line = [trusted(' … the rest follows: the terminal is slow', 'dim')];
