/** A value as JSON, however deeply it is nested: before version 26 of Node, `JSON.stringify` ends where the stack does. */
export function deepJson(value: unknown): string {
  let text = '';
  const rest: (() => void)[] = [];
  const write = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) {
      text += JSON.stringify(part);
      return;
    }
    const isList = Array.isArray(part);
    const fields = Object.entries(part).filter(([, field]) => field !== undefined);
    text += isList ? '[' : '{';
    rest.push(() => (text += isList ? ']' : '}'));
    for (const [index, [name, field]] of [...fields.entries()].reverse()) {
      rest.push(() => {
        text += (index === 0 ? '' : ',') + (isList ? '' : `${JSON.stringify(name)}:`);
        write(field);
      });
    }
  };
  write(value);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    next();
  }
  return text;
}
