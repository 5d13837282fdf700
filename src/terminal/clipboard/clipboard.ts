import type { CopyResult } from '../../lib/copy-result.ts';
import { takesSystemCommands } from '../output/takes-system-commands.ts';
import { clipboardSequence, MOST_CLIPBOARD_BYTES, multiplexerOf } from './clipboard-sequence.ts';
import { loadTmuxBuffer } from './tmux-buffer.ts';

export interface Clipboard {
  copy(text: string): Promise<CopyResult>;
}

/** The clipboard of the terminal that an environment describes. */
export function createClipboard({
  environment,
  send,
  intoTmux = loadTmuxBuffer,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes the sequence between two frames. */
  readonly send: (sequence: string) => void;
  readonly intoTmux?: (text: string) => Promise<boolean>;
}): Clipboard {
  return {
    async copy(text) {
      if (Buffer.byteLength(text) > MOST_CLIPBOARD_BYTES) {
        return 'too-long';
      }
      const multiplexer = multiplexerOf(environment);
      if (multiplexer === 'tmux' && (await intoTmux(text))) {
        return 'in-tmux';
      }
      if (!takesSystemCommands(environment['TERM'])) {
        return 'no-clipboard';
      }
      send(clipboardSequence(text, multiplexer));
      return 'asked';
    },
  };
}
