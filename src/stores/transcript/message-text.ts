import {
  type Message,
  type UnreadableMessage,
  isReadable,
  kindOfType,
} from '../../contract/transcript/message.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { formatBytes } from '../../lib/format-number.ts';
import { jsonText } from '../../lib/json-text.ts';

/** The message fields that have a place of their own in the text. */
const SHOWN_ELSEWHERE = new Set(['type', 'content', 'tool', 'path', 'timestamp']);

/** Code units that are looked at for one line. */
const MOST_OF_SUMMARY = 1000;

/**
 * The text of a message as it is read and searched in; with `raw`, the message as indented JSON. Not safe to show yet.
 */
export function messageText(message: Message | UnreadableMessage, raw: boolean): string {
  if (!isReadable(message)) {
    return message.text;
  }
  if (raw) {
    return jsonText(message.raw, 2);
  }
  const kind = kindOfType(message.type);
  if (kind === 'other') {
    return jsonText(message.raw, 2);
  }
  const called = kind === 'tool' ? [message.tool, message.path].filter((part) => part !== undefined) : [];
  const parts = [called.join('  '), contentText(message.raw['content']), ...otherFields(message)];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/** What a message says, in one line that may be long: what stands for it while it is folded. */
export function messageSummary(message: Message | UnreadableMessage, size: number): string {
  if (!isReadable(message)) {
    return `(${message.problem}, ${formatBytes(size)}) ${oneLine(message.text)}`;
  }
  if (kindOfType(message.type) === 'other') {
    const rest = Object.entries(message.raw).filter(([name]) => name !== 'type' && name !== 'timestamp');
    return `${formatBytes(size)} ${oneLine(jsonText(Object.fromEntries(rest)))}`;
  }
  return [message.tool, message.path, contentText(message.raw['content']), ...otherFields(message)]
    .map((part) => oneLine(part ?? ''))
    .filter((part) => part !== '')
    .join('  ');
}

/** Whether a message says that a call of a tool failed: the specification names no field for that, the known dialects do. */
export function saysFailure(message: Message | UnreadableMessage): boolean {
  if (!isReadable(message)) {
    return false;
  }
  const { is_error: isError, exit_code: exitCode } = message.raw;
  return isError === true || (typeof exitCode === 'number' && exitCode !== 0);
}

/** What the heading of a message calls it. */
export function messageLabel(message: Message | UnreadableMessage): string {
  return isReadable(message)
    ? (message.type ?? 'message without a type')
    : `message that is ${message.problem}`;
}

/** Content as text: as it is, or the blocks that it is made of in other dialects. Undefined when there is none. */
function contentText(content: unknown): string | undefined {
  if (content === undefined || content === null) {
    return undefined;
  }
  if (typeof content === 'string') {
    return content;
  }
  return Array.isArray(content) ? content.map(blockText).join('\n') : jsonText(content, 2);
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) {
    return typeof block === 'string' ? block : jsonText(block, 2);
  }
  const { type, text, name, input, content, ...rest } = block as JsonObject;
  if (type === 'text' && typeof text === 'string' && Object.keys(rest).length === 0) {
    return text;
  }
  if (type === 'tool_use' && typeof name === 'string') {
    return `[tool_use] ${name}  ${jsonText(input)}`;
  }
  if (type === 'tool_result') {
    return `[tool_result] ${contentText(content) ?? ''}`;
  }
  return jsonText(block, 2);
}

/** The other fields, each by its name: texts as they are, which in JSON would be hard to read. */
function otherFields({ raw }: Message): readonly string[] {
  return Object.entries(raw)
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : jsonText(value, 2);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    });
}

/** The text without line breaks, which no line of a list may hold; what is long is cut. */
export function oneLine(text: string): string {
  return text.slice(0, MOST_OF_SUMMARY).replaceAll(/\s+/g, ' ').trim();
}
