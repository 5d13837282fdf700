import type { Untrusted } from '../../lib/untrusted.ts';
import type { JsonObject } from '../tolerant.ts';

/**
 * A message of a recorded session ("Session content"). `content` belongs to `user` and `assistant`, `tool` and `path` to
 * `tool_use`; types and fields beyond these exist and are kept in `raw`. A field of another type reads as absent.
 */
export interface Message {
  readonly type: Untrusted | undefined;
  readonly content: Untrusted | undefined;
  readonly tool: Untrusted | undefined;
  readonly path: Untrusted | undefined;
  readonly timestamp: Untrusted | undefined;
  /** As it was sent. */
  readonly raw: JsonObject;
}

/** A message that cannot be read: its text as it came, or the beginning of it, and why. */
export interface UnreadableMessage {
  readonly text: Untrusted;
  readonly problem: 'not JSON' | 'too large';
}

/** Whether a message could be read. */
export function isReadable(message: Message | UnreadableMessage): message is Message {
  return 'raw' in message;
}

/** Reads a message from the object that was sent. */
export function readMessage(raw: JsonObject): Message {
  return {
    type: textIn(raw['type']),
    content: textIn(raw['content']),
    tool: textIn(raw['tool']),
    path: textIn(raw['path']),
    timestamp: textIn(raw['timestamp']),
    raw,
  };
}

function textIn(value: unknown): Untrusted | undefined {
  return typeof value === 'string' ? (value as Untrusted) : undefined;
}

/** What a message is, as far as reading it needs to know: every type beyond the known ones is `other`. */
export const KINDS = ['other', 'user', 'assistant', 'tool'] as const;
export type MessageKind = (typeof KINDS)[number];

/** The kind of a message by its type; what tools were asked and what they answered are of one kind. */
export function kindOfType(type: string | undefined): MessageKind {
  if (type === 'user' || type === 'assistant') {
    return type;
  }
  return type?.startsWith('tool') === true ? 'tool' : 'other';
}
