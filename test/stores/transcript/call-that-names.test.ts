import { describe, expect, it } from 'vitest';

import { Transcript } from '../../../src/contract/transcript/transcript.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { callThatNames, messageAt } from '../../../src/stores/transcript/call-that-names.ts';
import { NOW, sampleTranscript, secondsAgo } from '../../helpers/sample-data.ts';

const bash = (ago: number, command: string) => ({
  type: 'tool_use',
  tool: 'Bash',
  path: '/home/dev/lodash',
  command,
  timestamp: secondsAgo(ago),
});

const TRANSCRIPT = sampleTranscript([
  { type: 'user', content: 'Add lodash', timestamp: secondsAgo(900) },
  bash(620, 'npm install lodash-es @types/lodash lodash.get'),
  bash(610, 'npm install lodash@4.17.21'),
  { type: 'tool_result', output: 'added lodash', timestamp: secondsAgo(606) },
  { type: 'assistant', content: 'lodash is installed', timestamp: secondsAgo(601) },
  bash(600, 'npm test'),
]);

const at = (ago: number, names?: string) => ({
  time: NOW - 1000 * ago,
  names: names === undefined ? undefined : asUntrusted(names),
});

describe('a transcript opened from an event', () => {
  it('stands at the call that names the package, although others are nearer in time', () => {
    expect(messageAt(TRANSCRIPT, at(600, 'lodash'))).toBe(2);
    expect(messageAt(TRANSCRIPT, at(600, '@types/lodash'))).toBe(1);
    expect(messageAt(TRANSCRIPT, at(600, 'lodash.get'))).toBe(1);
  });

  it('stands at the time of the event where no call near it names the package', () => {
    expect(callThatNames(TRANSCRIPT, at(600, 'react'))).toBeUndefined();
    expect(messageAt(TRANSCRIPT, at(600, 'react'))).toBe(5);
    expect(messageAt(TRANSCRIPT, at(601))).toBe(4);
    expect(callThatNames(TRANSCRIPT, at(3000, 'lodash'))).toBeUndefined();
  });

  it('stands at the first call that names it where no message carries a time, however far in that is', () => {
    const untimed = (command: string) => ({ type: 'tool_use', tool: 'Bash', path: '/srv/app', command });
    const filler = Array.from({ length: 400 }, (_, index) => ({ type: 'user', content: `prompt ${index}` }));
    const transcript = sampleTranscript([
      untimed('npm install lodash-es'),
      ...filler,
      untimed('npm install lodash'),
      ...filler,
      untimed('npm install lodash'),
    ]);
    expect(messageAt(transcript, at(600, 'lodash'))).toBe(401);
    expect(messageAt(transcript, at(600, 'lodash-es'))).toBe(0);
    expect(messageAt(transcript, at(600, 'react'))).toBe(0);
    expect(callThatNames(transcript, at(600, 'react'))).toBeUndefined();
  });

  it('finds a call without a time among those that have arrived since it was last looked for', () => {
    const call = { type: 'tool_use', tool: 'Bash', command: 'npm install lodash' };
    const bytes = new TextEncoder().encode(
      JSON.stringify({ messages: [{ type: 'user', content: 'Add it' }, call] }),
    );
    const transcript = new Transcript();
    transcript.begin({ redact: (text) => text, expectedBytes: undefined });
    transcript.add(bytes.slice(0, 60));
    expect(callThatNames(transcript, at(600, 'lodash'))).toBeUndefined();
    transcript.add(bytes.slice(60));
    expect(callThatNames(transcript, at(600, 'lodash'))).toBe(1);
  });
});
