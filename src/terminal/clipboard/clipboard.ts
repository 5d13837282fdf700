import type { CopyResult } from '../../lib/copy-result.ts';
import { multiplexerOf, throughScreen, type Multiplexer } from '../output/multiplexer.ts';
import { takesSystemCommands } from '../output/takes-system-commands.ts';
import { spawn } from 'node:child_process';

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

/** Some terminals take no sequence that is longer than 100,000 bytes, and base64 makes four of three. */
export const MOST_CLIPBOARD_BYTES = 74_000;

const ESCAPE = '\u001b';
const BELL = '\u0007';

/**
 * The sequence that asks a terminal to put text on the clipboard of whoever sits before it, over SSH too (OSC 52): at most
 * 100,000 bytes for a text of at most `MOST_CLIPBOARD_BYTES`. Nothing of the text is in it but its base64.
 */
export function clipboardSequence(text: string, multiplexer: Multiplexer): string {
  const sequence = `${ESCAPE}]52;c;${Buffer.from(text).toString('base64')}${BELL}`;
  return multiplexer === 'screen' ? throughScreen(sequence) : sequence;
}

/** Milliseconds after which tmux is not waited for any longer. */
const PATIENCE = 2000;

/**
 * Hands text to tmux, which keeps it as its newest buffer and passes it on to the terminal's clipboard where that is
 * allowed. tmux takes no OSC 52 of a program unless `set-clipboard` is `on`, which it is not by default. Resolves with
 * whether tmux took it.
 */
async function loadTmuxBuffer(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const tmux = spawn('tmux', ['load-buffer', '-w', '-'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: PATIENCE,
    });
    tmux.on('error', () => resolve(false));
    tmux.on('close', (status) => resolve(status === 0));
    // It may end before it has read everything; its status says so.
    tmux.stdin.on('error', () => undefined);
    tmux.stdin.end(text);
  });
}
