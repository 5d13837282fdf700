/** A setting of the service that cannot be used; the message says what is allowed, for the person who typed it. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/**
 * Splits `NAME=VALUE` at its first `=`. Throws a SettingError when there is none, or when the name is not one of
 * `names`; `kind` and `placeholder` are words for its message.
 */
export function splitSetting<Name extends string>(
  kind: string,
  setting: string,
  names: readonly Name[],
  placeholder: string,
): { readonly name: Name; readonly value: string } {
  const separator = setting.indexOf('=');
  if (separator < 0) {
    throw new SettingError(`${kind} ${JSON.stringify(setting)}: write it as NAME=${placeholder}`);
  }
  const given = setting.slice(0, separator);
  const name = names.find((candidate) => candidate === given);
  if (name === undefined) {
    throw new SettingError(`${kind} ${JSON.stringify(given)} does not exist; there are ${names.join(', ')}`);
  }
  return { name, value: setting.slice(separator + 1) };
}
