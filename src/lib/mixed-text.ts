import type { TextProfile } from './safe-text.ts';
import { asUntrusted, type AnyText, type Untrusted } from './untrusted.ts';

/** A piece of a text, and how it is shown: as an identifier, or as prose. */
export interface TextPart {
  readonly text: AnyText;
  readonly profile: TextProfile;
}

/** One line of which some names something and some is prose, such as `evil, reason Kontoübernahme`. */
export type MixedText = readonly TextPart[];

/** The same as one text, to compare and to search in. */
export function plainText(parts: MixedText): Untrusted {
  return asUntrusted(parts.map(({ text }) => text).join(''));
}
