const END = '\u001b[201~';
const CSI = '\u009b';

/** The most that is kept of one paste, in UTF-16 units. */
const LONGEST_PASTE = 65_536;

/** Controls that mean something in a text; all others are left out of a paste. */
function isKept(code: number): boolean {
  return code >= 0x20 ? code < 0x7f || code > 0x9f : code === 0x09 || code === 0x0a || code === 0x0d;
}

/** Collects a bracketed paste that is cut anywhere, up to its end marker. It never holds a control but TAB, LF and CR. */
export class PastedText {
  #text = '';
  /** How much of the end marker has been seen. */
  #matched = 0;

  /** What has come so far, cut at LONGEST_PASTE. */
  get text(): string {
    return this.#text.replace(/[\ud800-\udbff]$/, '');
  }

  /** Takes what stands from `from` on; answers with the index behind the end marker, or undefined without one. */
  take(chunk: string, from: number): number | undefined {
    for (let index = from; index < chunk.length; index++) {
      const unit = chunk.charAt(index);
      if (unit === END[this.#matched]) {
        this.#matched++;
        if (this.#matched === END.length) {
          return index + 1;
        }
        continue;
      }
      // What looked like the marker was text after all.
      for (const passed of END.slice(0, this.#matched)) {
        this.#keep(passed);
      }
      this.#matched = unit === CSI ? 2 : unit === END[0] ? 1 : 0;
      if (this.#matched === 0) {
        this.#keep(unit);
      }
    }
    return undefined;
  }

  #keep(unit: string): void {
    if (this.#text.length < LONGEST_PASTE && isKept(unit.charCodeAt(0))) {
      this.#text += unit;
    }
  }
}
