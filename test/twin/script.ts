/** What is played against both programs, as data. */
export interface Script {
  readonly name: string;
  /** The command line behind `vigil`. */
  readonly args: readonly string[];
  /** What is typed and what happens meanwhile; see `readSteps`. */
  readonly steps: string;
  /** What is typed in a session before, an hour earlier in the same home folder, with the same server. */
  readonly earlier?: string;
  /** The command line of that session; without, the same. */
  readonly earlierArgs?: readonly string[];
  /** Columns and rows of the terminal; without, input and output are none. */
  readonly size?: string;
  /** More of the command line of the service, such as `--choice agent-order=hostname`. */
  readonly serve?: string;
  /** Milliseconds that each look at the clock takes for work in slices. */
  readonly slowness?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Files in the home folder beforehand. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The key that may only read. */
  readonly isReader?: boolean;
}

export type Step =
  | { readonly kind: 'send'; readonly bytes: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'happen'; readonly what: string; readonly about: string };

/** One token of the steps and what it stands for. */
export interface NamedStep {
  readonly token: string;
  readonly step: Step;
}

const KEYS: Readonly<Record<string, string>> = {
  ...{
    Enter: '\r',
    Esc: '\u001b',
    Tab: '\t',
    'S-Tab': '\u001b[Z',
    Space: ' ',
    BS: '\u007f',
    Del: '\u001b[3~',
  },
  ...{
    Up: '\u001b[A',
    Down: '\u001b[B',
    Right: '\u001b[C',
    Left: '\u001b[D',
    Home: '\u001b[H',
    End: '\u001b[F',
  },
  ...{ PgUp: '\u001b[5~', PgDn: '\u001b[6~' },
};

/**
 * Tokens between blanks: a key by its name or letter, `C-d` with Ctrl, `j*5` five times, `S|y` several in one piece,
 * `"text"` typed, `~"text"` pasted (`\n` in it ends a line), `+500` milliseconds, `@80x24` a new size,
 * `!what:about` something that happens to the server.
 */
export function readSteps(text: string): readonly NamedStep[] {
  return (text.match(/~?"[^"]*"|\S+/g) ?? []).flatMap((token) => {
    const repeated = /^(.+)\*(\d+)$/.exec(token);
    const [, one = token, times = '1'] = repeated ?? [];
    return Array.from({ length: Number(times) }, () => ({ token: one, step: readStep(one) }));
  });
}

function readStep(token: string): Step {
  const [, what = '', about = ''] = /^!([a-z0-9-]+)(?::(.*))?$/.exec(token) ?? [];
  const [, columns, rows] = /^@(\d+)x(\d+)$/.exec(token) ?? [];
  if (what !== '') {
    return { kind: 'happen', what, about };
  }
  if (columns !== undefined) {
    return { kind: 'resize', columns: Number(columns), rows: Number(rows) };
  }
  if (/^\+\d+$/.test(token)) {
    return { kind: 'wait', milliseconds: Number(token.slice(1)) };
  }
  if (token.startsWith('~"')) {
    const pasted = token.slice(2, -1).replaceAll('\\n', '\r');
    return { kind: 'send', bytes: `\u001b[200~${pasted}\u001b[201~` };
  }
  if (token.startsWith('"') && token.length > 1) {
    return { kind: 'send', bytes: token.slice(1, -1) };
  }
  const keys = token.length > 1 && token.includes('|') ? token.split('|') : [token];
  return { kind: 'send', bytes: keys.map(bytesOf).join('') };
}

function bytesOf(key: string): string {
  const known = KEYS[key];
  const [, control] = /^C-(.)$/.exec(key) ?? [];
  if (known === undefined && control === undefined && key.length > 1) {
    throw new Error(`There is no key ${key}.`);
  }
  return (
    known ?? (control === undefined ? key : String.fromCharCode(control.toUpperCase().charCodeAt(0) - 64))
  );
}
