/** What looks like a secret in a text, so that a person is warned before it leaves the console. */

/** Something that looks like a secret: its kind in words, and where it stands. */
export interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Forms that are given to secrets alone. None can match an empty text, and none looks at a text more often than a bounded
 * number of times.
 */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  [
    'private key',
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]{0,8000}-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  ],
  ['API key of this service', /\b(?:sk|rk|as)_live_[\w-]{6,}/g],
  ['payment API key', /\b[rs]k_test_[\w-]{10,}/g],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['GitHub token', /\b(?:gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g],
  ['GitLab token', /\bglpat-[\w-]{16,}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{30,}/g],
  ['Slack token', /\bxox[abeoprs]-[\w-]{10,}/g],
  ['Google API key', /\bAIza[\w-]{30,}/g],
  ['AI provider key', /\bsk-(?:ant-|proj-)?[\w-]{20,}/g],
  ['JSON web token', /\beyJ[\w-]{8,400}\.eyJ[\w-]{8,4000}\.[\w-]{8,}/g],
  ['password in a URL', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{1,100}:[^\s/@"']{3,200}@/gi],
];

/** A word that announces a secret, and what follows it, which may announce one itself: `the token is Authorization: Bearer …`. */
const ANNOUNCED =
  /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|auth(?:orization)?|credential)s?["']?\s{0,3}(?:[:=]|=>|is)\s{0,3}["']?(?:bearer\s+|basic\s+)?(?=([^\s"',;<>(){}]{8,400}))/gi;

/** Bits a character from which on what is announced looks made by chance, and the length from which that can be known. */
const MADE_BY_CHANCE = 3;
const LONG_ENOUGH = 12;

/** What looks like a secret in a text, in order; what overlaps is found once. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const [kind, form] of FORMS) {
    for (const match of text.matchAll(form)) {
      found.push({ kind, start: match.index, end: match.index + match[0].length });
    }
  }
  for (const match of text.matchAll(ANNOUNCED)) {
    const value = match[1] ?? '';
    if (looksSecret(value)) {
      const start = match.index + match[0].length;
      found.push({ kind: 'what follows a word such as password', start, end: start + value.length });
    }
  }
  return withoutOverlaps(found.sort((left, right) => left.start - right.start || right.end - left.end));
}

/** The text with what looks like a secret replaced by its kind. */
export function withoutSecrets(text: string, secrets = findSecrets(text)): string {
  let at = 0;
  let kept = '';
  for (const { kind, start, end } of secrets) {
    kept += `${text.slice(at, start)}[${kind} left out]`;
    at = end;
  }
  return kept + text.slice(at);
}

function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const kept: FoundSecret[] = [];
  for (const secret of found) {
    if (secret.start >= (kept.at(-1)?.end ?? 0)) {
      kept.push(secret);
    }
  }
  return kept;
}

/** Whether it is no plain word or path: it mixes digits and letters, and its characters repeat little. */
function looksSecret(value: string): boolean {
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  const isReference = /^(?:[$%<{[]|process\.|os\.|env|\.{0,2}\/)/.test(value);
  return !isReference && isMixed && value.length >= LONG_ENOUGH && entropyOf(value) >= MADE_BY_CHANCE;
}

/** Bits a character, by how often each occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    bits -= (count / text.length) * Math.log2(count / text.length);
  }
  return bits;
}

/**
 * A value that was read from JSON with what looks like a secret left out of its texts, names of fields taken into account
 * (`"password": "…"`); `onFound` is called with the kind of each. A value without any is given back as it is.
 */
export function valueWithoutSecrets(value: unknown, onFound: (kind: string) => void, name = ''): unknown {
  if (typeof value === 'string') {
    return textWithoutSecrets(value, name, onFound);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => valueWithoutSecrets(item, onFound, name));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) {
    return value;
  }
  const entries = Object.entries(value);
  const kept = entries.map(([key, item]): [string, unknown] => [
    key,
    valueWithoutSecrets(item, onFound, key),
  ]);
  return kept.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(kept);
}

function textWithoutSecrets(text: string, name: string, onFound: (kind: string) => void): string {
  const before = name === '' ? '' : `${name}: `;
  const secrets = findSecrets(before + text)
    .filter(({ end }) => end > before.length)
    .map(({ kind, start, end }) => ({
      kind,
      start: Math.max(0, start - before.length),
      end: end - before.length,
    }));
  secrets.forEach(({ kind }) => onFound(kind));
  return secrets.length === 0 ? text : withoutSecrets(text, secrets);
}
