import { SESSION } from '../../fixtures/session.ts';

const LINE = 'The build fails because the lock file names a version that the registry no longer has. ';

/** A message of about a kilobyte, as text. */
export function messageText(number: number): string {
  return `Message ${number}.\n${`${LINE.repeat(3)}\n`.repeat(4)}`;
}

/** The content of one session with about so many bytes: messages of about a kilobyte each. */
export function largeTranscript(bytes: number): string {
  const messages: string[] = [];
  for (let written = 0; written < bytes;) {
    const message = JSON.stringify({
      type: messages.length % 2 === 0 ? 'user' : 'assistant',
      content: messageText(messages.length),
      timestamp: '2026-03-02T09:00:00Z',
    });
    messages.push(message);
    written += message.length + 1;
  }
  return `{"session_id":"${SESSION.session_id}","message_count":${messages.length},"messages":[${messages.join(',')}]}`;
}

/** The entry of that session in the list. */
export function sessionOf(transcript: string) {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  return { ...SESSION, created_at: now, modified_at: now, uploaded_at: now, size_bytes: transcript.length };
}
