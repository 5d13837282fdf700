const PREFIX = /(?<![A-Za-z0-9])(sk|rk|as)_live_/;
const CREDENTIAL = /(?<![A-Za-z0-9])(sk|rk|as)_live_[^\s"'`…)]+/g;

/** Whether a text holds something that looks like one of the three kinds of credential ("Credential kinds"). */
export function holdsCredential(text: string): boolean {
  return PREFIX.test(text);
}

/** The text with everything that looks like a credential cut to its prefix. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIAL, '$1_live_…');
}
