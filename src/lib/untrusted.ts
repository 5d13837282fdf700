declare const untrusted: unique symbol;

/**
 * Text that somebody else wrote: every string that comes from the API ("Untrusted text" of the safety rules). It is a
 * string wherever it is compared, mapped or sent back, but what draws our own text does not take it, and a lint rule
 * keeps it from losing its mark on the way there.
 */
export type Untrusted = string & { readonly [untrusted]: true };

/**
 * Text of which nobody knows whose it is, or of both. To the compiler it is a string wherever one is taken, but it is no
 * `Sentence`, and the lint rule takes it for somebody else's.
 */
export type AnyText = string | Untrusted;

/** The same to be searched in, or for a field or a query, which are drawn as somebody else's whoever typed what is in them. */
export function asTyped(text: AnyText): string {
  return text;
}

/** Marks text as somebody else's. */
export function asUntrusted(text: string): Untrusted {
  return text as Untrusted;
}

/** A template that stays marked: what holds something of somebody else is somebody else's altogether. */
export function untrustedText(
  literals: TemplateStringsArray,
  ...values: readonly (string | number)[]
): Untrusted {
  return asUntrusted(String.raw({ raw: literals }, ...values));
}

/** The texts that are there, one behind the other. */
export function joinUntrusted(texts: readonly (string | undefined)[], separator: string): Untrusted {
  return asUntrusted(texts.filter((text) => text !== undefined).join(separator));
}

/** The text of our own, for what must not take somebody else's: a call with an `Untrusted` does not compile. */
export type TrustedText<Text extends string> = Text extends Untrusted ? never : Text;

/** Text of our own, for a property: to assign an `Untrusted` does not compile. */
type Own = string & { readonly length: number; readonly [untrusted]?: never };

declare const quoted: unique symbol;

/** Text of somebody else as a sentence of ours quotes it: `named` or `prose` made it, so that somebody decided which it is. */
export type Quoted = Untrusted & { readonly [quoted]: true };

/** A sentence of ours, which may quote others: a message, a question, an entry of a menu. */
export type Sentence = Own | Quoted;

/** What people wrote for people, quoted in a sentence: in the letters of every script. */
export function prose(text: string): Quoted {
  return text as Quoted;
}

/** A sentence that quotes others. A name in it that is not `named` does not compile. */
export function quoting(literals: TemplateStringsArray, ...values: readonly (Sentence | number)[]): Quoted {
  return prose(String.raw({ raw: literals }, ...values));
}
