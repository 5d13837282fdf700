type EmitWarning = (warning: string | Error, ...more: readonly unknown[]) => void;

/** Emits all warnings but the one by which Node 22 calls its SQLite an experiment: people can do nothing about it. */
export const withoutSqliteWarning =
  (emit: EmitWarning): EmitWarning =>
  (warning, ...more) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emit(warning, ...more);
    }
  };

// Whoever imports `node:sqlite` imports this first.
process.emitWarning = withoutSqliteWarning(process.emitWarning.bind(process) as EmitWarning);
