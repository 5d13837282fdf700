type Bound = 'since' | 'until';

/** So many observations in a row have to agree before they are relied on. */
const ENOUGH = 3;

interface Finding {
  included: boolean;
  agreeing: number;
}

/**
 * Whether a server counts the events of the very second of a bound to the window ("GET /events" says "after" and
 * "before", and servers differ). Learned from windows of which every event is known; apart for events that are shown
 * with a fraction of that second and those without, since a server may compare more than it shows.
 */
export class BoundsKnowledge {
  readonly #findings = new Map<string, Finding>();

  /** Undefined as long as it is not known, or while observations contradict each other. */
  includes(bound: Bound, isWholeSecond: boolean): boolean | undefined {
    const finding = this.#findings.get(keyOf(bound, isWholeSecond));
    return finding !== undefined && finding.agreeing >= ENOUGH ? finding.included : undefined;
  }

  /** Takes note of what became of one event in the second of a bound. */
  observe(bound: Bound, isWholeSecond: boolean, included: boolean): void {
    const key = keyOf(bound, isWholeSecond);
    const finding = this.#findings.get(key);
    if (finding?.included === included) {
      finding.agreeing++;
    } else {
      this.#findings.set(key, { included, agreeing: 1 });
    }
  }

  /** In words, for a person; undefined while nothing is known. */
  describe(): string | undefined {
    const words = (['since', 'until'] as const).flatMap((bound) => {
      const included = this.includes(bound, true);
      return included === undefined
        ? []
        : [`${bound} ${included ? 'includes' : 'leaves out'} its own second`];
    });
    return words.length === 0 ? undefined : words.join(', ');
  }
}

function keyOf(bound: Bound, isWholeSecond: boolean): string {
  return `${bound} ${isWholeSecond}`;
}
