import type { Sentence } from '../../../lib/untrusted.ts';
import type { DialogLine } from '../../../stores/view/dialog-states.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrustedWrapped, trusted, type Line } from '../../widgets/line.ts';
import { mixedWrapped } from '../../widgets/mixed-line.ts';
import { partsOfValue } from '../base/dialog-lines.ts';

/** A label takes more where it is longer. */
const LABEL_COLUMNS = 12;
/** Of a long value, so many rows are shown above a field. */
const MOST_ROWS = 3;

/** What a field decides on, label by label, wrapped to the width. */
export function textDialogLines(
  lines: readonly DialogLine[],
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  return lines.flatMap((each) => {
    const { label } = each;
    const labelColumns = Math.max(LABEL_COLUMNS - 1, label.length + 1);
    const wrapped = mixedWrapped(partsOfValue(each), columns - labelColumns - 3, { style: 'bold', ascii });
    const shown = wrapped.slice(0, MOST_ROWS);
    return shown.map((line, index): Line => [
      trusted(` ${(index === 0 ? label : '').padEnd(labelColumns)}`, 'dim'),
      ...line,
      ...(index === MOST_ROWS - 1 && wrapped.length > MOST_ROWS ? [trusted('…', 'dim')] : []),
    ]);
  });
}

/** A sentence below a field, wrapped to the width; it may quote what others wrote. */
export function sentenceLines(
  text: Sentence,
  style: Style,
  columns: number,
  ascii: boolean,
): readonly Line[] {
  return untrustedWrapped(text, columns - 1, { style, ascii }).map((line) => [trusted(' '), ...line]);
}
