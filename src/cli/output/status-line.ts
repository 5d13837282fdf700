/** From the beginning of the line to its end. */
const EMPTY_LINE = '\r\u001b[K';

let isDrawn = false;

/** Draws the one line on standard error that is drawn over again and again. It must be shorter than the terminal is wide. */
export function drawStatusLine(text: string): void {
  process.stderr.write(`${EMPTY_LINE}${text}`);
  isDrawn = true;
}

/** Takes it away, so that something else can be printed where it was: on a terminal both streams end up in the same place. */
export function clearStatusLine(): void {
  if (isDrawn) {
    isDrawn = false;
    process.stderr.write(EMPTY_LINE);
  }
}
