import { inspect } from 'node:util';

import { CREDENTIAL_PREFIXES } from '../contract/values.ts';

const WELL_FORMED = /^sk_live_[\x21-\x7e]+$/;

/** Twenty characters behind the prefix: four of them give nothing away. */
const LONG_ENOUGH_FOR_TAIL = CREDENTIAL_PREFIXES.apiKey.length + 20;

/** Why a text is not an API key; the sentence never repeats the text. */
export class ApiKeyError extends Error {
  override name = 'ApiKeyError';
}

/**
 * An API key. Its text, JSON and inspected forms are redacted, so that it cannot end up in a log, a crash report or on
 * the screen by accident; only the transport asks for the secret itself ("Authentication").
 */
export class ApiKey {
  readonly #secret: string;
  readonly #echo: RegExp;

  constructor(secret: string) {
    this.#secret = secret;
    this.#echo = echoOf(secret);
  }

  /** The key itself, for the request header and nothing else. */
  reveal(): string {
    return this.#secret;
  }

  /** Twelve hexadecimal digits that distinguish keys without giving them away. */
  fingerprint(): string {
    // Not needed before the first frame, and slow to load.
    const { createHash } = process.getBuiltinModule('node:crypto');
    return createHash('sha256').update(this.#secret).digest('hex').slice(0, 12);
  }

  /**
   * The text with every echo of the key replaced, also when JSON or a URL wrote some characters of it otherwise. The last
   * four characters are left, by which people distinguish keys, unless the key is so short that they would be much of it.
   */
  redact(text: string): string {
    const tail =
      this.#secret.length < LONG_ENOUGH_FOR_TAIL ? '' : (/[\w-]{4}$/.exec(this.#secret)?.[0] ?? '');
    return text.replace(this.#echo, () => `${this.toString()}${tail}`);
  }

  toString(): string {
    return `${CREDENTIAL_PREFIXES.apiKey}…`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return `ApiKey(${this.toString()})`;
  }
}

/** Matches a key: each character as it is, behind a backslash, as `\u0041` or as `%41`. */
function echoOf(secret: string): RegExp {
  const characters = [...secret].map((character) => {
    const plain = character.replace(/[^A-Za-z0-9_]/, '\\$&');
    const digits = (character.codePointAt(0) as number).toString(16).padStart(2, '0');
    const hexadecimal = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:\\\\?${plain}|\\\\u00${hexadecimal}|%${hexadecimal})`;
  });
  return new RegExp(characters.join(''), 'g');
}

/**
 * Reads an API key; one newline at its end is taken for the end of a file. Throws an ApiKeyError that says what is
 * wrong, with a sentence of its own for the two other kinds of credential ("Credential kinds").
 */
export function parseApiKey(text: string): ApiKey {
  const key = text.replace(/\r?\n$/, '');
  if (key.startsWith(CREDENTIAL_PREFIXES.registrationKey)) {
    throw new ApiKeyError(
      'This is a registration key (rk_live_…). It registers agents; the API needs an API key (sk_live_…).',
    );
  }
  if (key.startsWith(CREDENTIAL_PREFIXES.agentSecret)) {
    throw new ApiKeyError(
      'This is an agent secret (as_live_…). It belongs to an agent; the API needs an API key (sk_live_…).',
    );
  }
  if (key === '') {
    throw new ApiKeyError('The API key is empty.');
  }
  if (!WELL_FORMED.test(key)) {
    throw new ApiKeyError('This is not an API key: it must begin with sk_live_ and hold no spaces.');
  }
  return new ApiKey(key);
}
