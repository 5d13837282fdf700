import type { Writable } from '../api/client.ts';
import type { Sync, Verdict } from './sync.ts';

const NOT_CONNECTED: Verdict = { kind: 'refused', sentence: 'Nothing was sent: there is no connection yet.' };

/** A Sync that is not there yet, so that the console can be drawn and used before it is. */
export interface DeferredSync extends Sync {
  /** Resolves when the real one is there, or rejects when there can be none. */
  readonly ready: Promise<void>;
}

/** Stands in for a Sync while `create` is at work, and passes everything on once it is there. */
export function createDeferredSync(create: () => Promise<Sync>): DeferredSync {
  let real: Sync | undefined;
  let isStopped = false;
  let isStarted = false;
  let writable: { readonly until: Writable } | undefined;
  const connected = create().then((sync) => {
    real = sync;
    if (writable !== undefined) {
      sync.setWritable(writable.until);
    }
    if (isStopped) {
      sync.stop();
    } else if (isStarted) {
      sync.start();
    }
    return sync;
  });
  const ready = connected.then(() => undefined);
  return {
    ready,
    start() {
      isStarted = true;
      real?.start();
    },
    stop() {
      isStopped = true;
      real?.stop();
    },
    refresh: () => real?.refresh(),
    setLookedAt: (isLookedAt) => real?.setLookedAt(isLookedAt),
    openTranscript: (session) => real?.openTranscript(session),
    closeTranscript: () => real?.closeTranscript(),
    searchSessions: (question) => real?.searchSessions(question),
    stopSearch: () => real?.stopSearch(),
    goOnSearching: () => real?.goOnSearching(),
    hunt: (question) => {
      connected.then(
        (sync) => sync.hunt(question),
        () => undefined,
      );
    },
    goOnHunting: () => real?.goOnHunting(),
    stopHunting: () => real?.stopHunting(),
    readMachineSessions: (clientId, isAsked) => real?.readMachineSessions(clientId, isAsked),
    readHistory: (part, isAskedFor) => real?.readHistory(part, isAskedFor),
    giveUpHistory: () => real?.giveUpHistory(),
    setWritable(until) {
      writable = { until };
      real?.setWritable(until);
    },
    readJournal: (options) =>
      real?.readJournal(options) ?? connected.then((sync) => sync.readJournal(options)),
    changeAgentStatus: (request) => real?.changeAgentStatus(request) ?? Promise.resolve(NOT_CONNECTED),
    deleteAgent: (request) => real?.deleteAgent(request) ?? Promise.resolve(NOT_CONNECTED),
    writePolicy: (request) => real?.writePolicy(request) ?? Promise.resolve(NOT_CONNECTED),
  };
}
