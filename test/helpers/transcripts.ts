import { sessionSchema } from '../../src/contract/session.ts';
import type { JsonObject } from '../../src/contract/tolerant.ts';
import { isReadable } from '../../src/contract/transcript/message.ts';
import { Transcript } from '../../src/contract/transcript/transcript.ts';
import type { OpenTranscript } from '../../src/stores/transcript/open-transcript.ts';
import { deepJson } from './deep-json.ts';

/** What a server answers as the content of a session, as it is read. */
export function transcriptOf(content: JsonObject): Transcript {
  const transcript = new Transcript();
  transcript.begin({ redact: (text) => text, expectedBytes: undefined });
  transcript.add(Buffer.from(deepJson(content)));
  transcript.finish((body) => body as JsonObject);
  return transcript;
}

/** All messages as they were sent; one that cannot be read as its text and the problem. */
export function messagesOf(transcript: Transcript): readonly unknown[] {
  return Array.from({ length: transcript.count }, (_, index) => {
    const message = transcript.read(index);
    return isReadable(message) ? message.raw : message;
  });
}

/** A transcript in its store, of a session of that id. */
export function openTranscriptOf(
  sessionId: string,
  transcript: Transcript,
  fields: Partial<OpenTranscript> = {},
): OpenTranscript {
  return {
    sessionId,
    session: sessionSchema.parse({ id: sessionId, client_id: 'client-1' }),
    transcript,
    messages: transcript.count,
    state: 'whole',
    messagesBefore: undefined,
    ...fields,
  };
}
