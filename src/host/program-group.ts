/** The environment for programs that a config file names: the key is not handed on. */
export function environmentOfPrograms(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passedOn = { ...environment };
  delete passedOn['VIGIL_API_KEY'];
  return passedOn;
}

/** Ends a program that was started as a group of its own, with all that it started. */
export function endGroup(id: number | undefined): void {
  try {
    process.kill(-(id ?? Number.NaN), 'SIGKILL');
  } catch {
    // It has ended.
  }
}
