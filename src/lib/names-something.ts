/** Fields that name something, by the end of their own names. */
const NAMES_SOMETHING =
  /(?:^|_|\.)(?:id|host|hostname|user|username|name|branch|path|project|tool|package|version|ecosystem|type|outcome|status|os|arch|registry|maintainers?|prefix|key|email|model|provider|url|cwd|command|args)$/i;

/** Whether a field of that name, or at that path, holds an identifier: what makes one look like another matters there. */
export function namesSomething(field: string): boolean {
  return NAMES_SOMETHING.test(field);
}
