/** A part of the program cannot be loaded. Its message is for people; the cause is the module loader's error. */
export class LazyImportError extends Error {
  override name = 'LazyImportError';

  constructor(
    cause: unknown,
    message = 'This part of vigil cannot be loaded: its files were replaced or removed. Quit vigil and start it again.',
  ) {
    super(message, { cause });
  }
}

const parts = new Set<() => Promise<unknown>>();

/**
 * A part of the program that is loaded when it is first asked for, and once: `load` imports it. The function returned
 * resolves with the module; it rejects with a LazyImportError, and tries again when it is asked again.
 */
export function lazyImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  const part = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw new LazyImportError(error);
    });
    return loading;
  };
  parts.add(part);
  return part;
}

/**
 * Loads all lazy imports that the modules loaded so far have named. A console does it early, while the files that it was
 * started from are still there: one that stays open for a shift may be replaced by an update, and a key must not fail
 * for that. Node looks for the file again at each `import`, even of what is loaded, so a part has to be kept. Rejects
 * with a LazyImportError once all were tried.
 */
export async function loadLazyImports(): Promise<void> {
  let problem: LazyImportError | undefined;
  for (const part of parts) {
    await part().catch((error: unknown) => (problem ??= error as LazyImportError));
  }
  if (problem !== undefined) {
    throw problem;
  }
}
