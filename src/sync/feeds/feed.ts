import type { Tab } from '../../stores/base/tab.ts';

/** How soon data should be read again, in seconds: while its pane has the focus, shows part of it, or neither. */
export interface Targets {
  readonly focused: number;
  readonly visible: number;
  readonly hidden: number;
}

/** What a read found. */
export interface ReadResult {
  /** There is more to read at once. */
  readonly more?: boolean | undefined;
  /** Whether anything differs from before; undefined when that was not looked at. */
  readonly changed?: boolean | undefined;
}

/** One resource that is kept fresh. */
export interface Feed {
  readonly name: string;
  readonly targets: Targets;
  /** How much its freshness counts beside that of the others. */
  readonly weight: number;
  /** Requests that a read takes; one when left out. */
  readonly cost?: (() => number) | undefined;
  /** Whether it is what is going on now: it is read in turn with all that was never read, and not only after it. */
  readonly isLive?: boolean | undefined;
  /** Whether what is newest of it was not read whole yet; not so when left out. */
  readonly isBeginning?: (() => boolean) | undefined;
  /** The panes that are about this resource. */
  readonly focusedIn: readonly Tab[];
  /** The panes that show something of it. */
  readonly visibleIn: readonly Tab[];
  /** Differs from before whenever something was read that a failure does not undo: the next read goes on from there. */
  readonly progress?: (() => number) | undefined;
  /** Reads it once into its store. Throws when it could not be read. */
  read(signal: AbortSignal): Promise<ReadResult | void>;
  /** Records that a read failed. */
  fail(error: unknown): void;
}

/** How much a pane shows of a resource. */
export type Attention = keyof Targets;

/** How much that pane shows of what a feed reads. */
export function attentionOf(feed: Feed, tab: Tab): Attention {
  if (feed.focusedIn.includes(tab)) {
    return 'focused';
  }
  return feed.visibleIn.includes(tab) ? 'visible' : 'hidden';
}
