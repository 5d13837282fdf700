/**
 * Why it cannot be verified that every event is here:
 * - `not-counted`: the server gives no total.
 * - `denies-rows`: it gave rows that its total denies.
 * - `exceeds-rows`: its total says more than can be read.
 * - `ignores-window`: its total is the same whatever window is asked for.
 * - `more-after-end`: rows followed where it said that none do.
 * - `clock-back`: its clock went back, and what came in since is still to be read.
 */
export type FeedDoubt =
  'not-counted' | 'denies-rows' | 'exceeds-rows' | 'ignores-window' | 'more-after-end' | 'clock-back';
