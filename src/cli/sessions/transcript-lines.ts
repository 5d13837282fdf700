import { isReadable } from '../../contract/transcript/message.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime, parseTime } from '../../lib/format-time.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { isFolded, isHidden } from '../../stores/transcript/folding.ts';
import { layOutMessage } from '../../stores/transcript/message-layout.ts';
import {
  messageLabel,
  messageSummary,
  messageText,
  saysFailure,
} from '../../stores/transcript/message-text.ts';
import { besides, drawn, trusted, type TextStyle } from '../output/styled-text.ts';

/** How calls of tools are shown: not at all, one line each, or whole. */
export const SHOWN_TOOLS = ['off', 'short', 'full'] as const;
export type ShownTools = (typeof SHOWN_TOOLS)[number];

/** Stands before each line of a message, so that none of them can pass for a heading. */
const INDENT = '  ';

const NO_FOLDS: ReadonlyMap<number, boolean> = new Map();

/**
 * A message as lines for people, as the pager shows it: who says it, when, and its number, and below that what is said. On a
 * terminal long lines are broken; what acts on one or deceives is escaped.
 */
export function messageLines(
  transcript: Transcript,
  index: number,
  tools: ShownTools,
  style: TextStyle,
): readonly string[] {
  const folding = { tools, raw: false, folds: NO_FOLDS };
  if (isHidden(transcript, index, folding)) {
    return [];
  }
  const message = transcript.read(index);
  const time = isReadable(message) ? parseTime(message.timestamp) : undefined;
  const look = saysFailure(message) ? 'alarm' : 'bold';
  const heading = [
    drawn(asUntrusted(messageLabel(message)), profileOf('message', 'type'), style, look),
    trusted(time === undefined ? '' : `  ${formatDateTime(time, 'utc')}`, style),
    trusted(`  #${formatCount(index + 1)}`, style),
  ];
  const { layout, ascii } = style;
  const columns = layout.kind === 'terminal' ? layout.columns : Number.POSITIVE_INFINITY;
  if (isFolded(transcript, index, folding)) {
    const summary = asUntrusted(messageSummary(message, transcript.sizeOf(index)));
    return [besides([...heading, trusted('  ', style), drawn(summary, 'cell', style)]).cutTo(columns).text];
  }
  const { lines } = layOutMessage(messageText(message, false), index === 0, {
    columns: Math.max(1, columns - INDENT.length),
    wrap: layout.kind === 'terminal',
    ascii,
  });
  return lines.map(({ kind, text }) =>
    kind === 'blank' ? '' : kind === 'heading' ? besides(heading).cutTo(columns).text : INDENT + text,
  );
}
