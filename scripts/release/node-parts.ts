/** What the licence of Node says that it contains, by name: each part has its own terms there. */
export function partsOfNode(license: string): readonly string[] {
  const names = [...license.matchAll(/^- (.+?), located (?:at|in) [^]*?licensed as follows:/gm)].map(
    ([, name = '']) => name.replace(/\s+/g, ' '),
  );
  return [...new Set(names)].sort();
}
