/** Whether the program is a single executable: Node and all files of the program in one. */
export const isSingleExecutable = (): boolean => process.getBuiltinModule('node:sea').isSea();

/** The text of a file of the program that a single executable contains. Throws when there is none of that name. */
export const containedFile = (name: string): string =>
  process.getBuiltinModule('node:sea').getAsset(name, 'utf8');
