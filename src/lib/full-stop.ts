/**
 * A sentence with a full stop at its end where nothing else ends it: the words of servers and of the system often
 * have none, and others follow.
 */
export function withFullStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Words of a library, which often begin small and end with nothing, as a sentence. */
export function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${withFullStop(words.slice(1))}`;
}
