const END = '\u001b[201~';
const CSI = '\u009b';

/** The most that is kept of one paste, in UTF-16 units. */
const LONGEST_PASTE = 65_536;

/** Controls that mean something in a text; all others are left out of a paste. */
function isKept(code: number): boolean {
  return code >= 0x20 ? code < 0x7f || code > 0x9f : code === 0x09 || code === 0x0a || code === 0x0d;
}

/** What was left out of a paste, in characters. */
export interface LeftOut {
  readonly controls: number;
  /** Behind the most that is kept. */
  readonly tooMany: number;
}

/** Collects a bracketed paste that is cut anywhere, up to its end marker. It never holds a control but TAB, LF and CR. */
export class PastedText {
  #text = '';
  #controls = 0;
  #tooMany = 0;
  /** How much of the end marker has been seen. */
  #matched = 0;

  /** What has come so far, cut at LONGEST_PASTE. */
  get text(): string {
    return this.#text.replace(/[\ud800-\udbff]$/, '');
  }

  get leftOut(): LeftOut {
    return { controls: this.#controls, tooMany: this.#tooMany };
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
    const code = unit.charCodeAt(0);
    if (!isKept(code)) {
      this.#controls++;
    } else if (this.#text.length < LONGEST_PASTE) {
      this.#text += unit;
    } else if (code < 0xdc00 || code > 0xdfff) {
      this.#tooMany++;
    }
  }
}
