import { spawn } from 'node:child_process';

/** Milliseconds after which tmux is not waited for any longer. */
const PATIENCE = 2000;

/**
 * Hands text to tmux, which keeps it as its newest buffer and passes it on to the terminal's clipboard where that is
 * allowed. tmux takes no OSC 52 of a program unless `set-clipboard` is `on`, which it is not by default. Resolves with
 * whether tmux took it.
 */
export async function loadTmuxBuffer(text: string): Promise<boolean> {
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
