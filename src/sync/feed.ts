import type { Tab } from '../stores/view-store.ts';

/** How soon data should be read again, in seconds: while its pane has the focus, shows part of it, or neither. */
export interface Targets {
  readonly focused: number;
  readonly visible: number;
  readonly hidden: number;
}

/** One resource that is kept fresh. */
export interface Feed {
  readonly name: string;
  readonly targets: Targets;
  /** The panes that are about this resource. */
  readonly focusedIn: readonly Tab[];
  /** The panes that show something of it. */
  readonly visibleIn: readonly Tab[];
  /** Reads it once into its store; resolves with whether there is more to read at once. Throws when it failed. */
  read(signal: AbortSignal): Promise<void | { readonly more: boolean }>;
  /** Puts down that a read failed. */
  fail(error: unknown): void;
}

/** The seconds after which a feed should be read again while that pane is shown. */
export function targetOf(feed: Feed, tab: Tab): number {
  if (feed.focusedIn.includes(tab)) {
    return feed.targets.focused;
  }
  return feed.visibleIn.includes(tab) ? feed.targets.visible : feed.targets.hidden;
}
