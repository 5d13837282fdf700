import type { Client } from '../api/client.ts';
import type { Exchange } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import { systemSlices } from '../lib/slices.ts';
import { named } from '../lib/named.ts';
import { quoting, type Sentence } from '../lib/untrusted.ts';
import { isSameJson } from '../lib/same-json.ts';
import {
  selectCoveredFrom,
  selectFiltering,
  selectServerFilters,
  selectWantedFrom,
  wantsOlderEvents,
} from '../stores/events/select-events.ts';
import { foundSentence, soughtName } from '../stores/search/search-words.ts';
import { selectWatchedTime } from '../stores/view/select-watched-time.ts';
import type { Stores } from '../stores/stores.ts';
import type { SessionsView } from '../stores/sessions/sessions-view.ts';
import { createEventFeed } from './feeds/event-feed.ts';
import { EventHistory } from './feeds/event-history.ts';
import { createFeeds } from './feeds/feeds.ts';
import { createGovernor, type UserConsoles } from './governor/governor.ts';
import { FoundSessionsReader } from './hunt/found-sessions-reader.ts';
import { PastHunter } from './hunt/past-hunter.ts';
import { MachineSessionsReader } from './lists/machine-sessions-reader.ts';
import { OpenBlocksHistory } from './feeds/open-blocks-history.ts';
import { Retries } from './retry/retrying-client.ts';
import { Scheduler } from './feeds/scheduler.ts';
import { serverFilters, SessionHistory } from './lists/session-history.ts';
import { SessionReader } from './lists/session-reader.ts';
import type { Sync } from './sync.ts';
import { SessionSearcher } from './search/session-searcher.ts';
import { TranscriptReader } from './lists/transcript-reader.ts';
import { EarlierChanges } from './writes/reconcile/earlier-changes.ts';
import { Unanswered } from './feeds/unanswered.ts';
import type { Journal } from './writes/journal.ts';
import { withServerTime } from './writes/journal-clock.ts';
import { withNotes } from './writes/observed-journal.ts';
import { SuspensionEndWatcher } from './writes/reconcile/suspension-end-watcher.ts';
import { withLateVerdicts } from './writes/reconcile/late-verdicts.ts';
import { OutdatedReadings } from './writes/outdated-readings.ts';
import { createWriter } from './writes/writer.ts';

export interface SyncOptions {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes the client, which reports every exchange through the function it is given. */
  readonly createClient: (onExchange: (exchange: Exchange) => void) => Client;
  /** Where every write is recorded. */
  readonly journal: Journal;
  /** A new id for each write. */
  readonly newId: () => string;
  /** Those of this user that share the quota; this one alone when left out. */
  readonly consoles?: UserConsoles | undefined;
  /** Tells the person what became of writes that an earlier process left unfinished, or that landed late. */
  readonly notify?: ((sentence: string, topic?: string) => void) | undefined;
  /** Tells the person what went from a list, which is neither good nor bad. */
  readonly note?: ((sentence: Sentence, topic?: string) => void) | undefined;
}

/** Keeps the stores fresh from one server, and carries out what a person asks of it. */
export function createSync({
  stores,
  clock,
  random,
  createClient,
  newId,
  notify,
  note,
  ...options
}: SyncOptions): Sync {
  const { faults } = stores;
  const journal = withLateVerdicts(options.journal);
  const governor = createGovernor({
    clock,
    random,
    consoles: options.consoles,
    onChange: () => {
      show();
      scheduler.replan();
    },
    onWake: () => {
      scheduler.restart();
      pastHunter.wake();
    },
  });
  const client = createClient(({ ticket, facts, error, ...exchange }) => {
    const account = governor.note({ ...exchange, ticket, facts, error });
    const answered = facts ?? error?.facts;
    if (answered !== undefined) {
      eventFeed.tail.noteAnswer(answered);
    }
    stores.connection.log({
      ...exchange,
      ...account,
      status: answered?.status,
      bytes: facts?.bytes ?? 0,
      problem: error?.message,
    });
  });
  const reading = governor.pace(client, 'person-read', { isLive: true });
  const journalClock = withServerTime(clock, () => governor.serverNow);
  const earlierChanges = new EarlierChanges({
    client: reading,
    clock: journalClock,
    journal,
    stores,
    notify: (sentence, topic) => notify?.(sentence, topic),
  });
  const suspensionEnds = new SuspensionEndWatcher({
    clock: journalClock,
    journal,
    stores,
    note: (sentence, topic) => note?.(sentence, topic),
  });
  const outdated = new OutdatedReadings(stores, clock);
  const writer = createWriter({
    client: governor.pace(client, 'person-write'),
    clock: journalClock,
    journal: withNotes(journal, (operation) => {
      faults.run('comparing a change with earlier ones', () => earlierChanges.noteVerdict(operation));
      if (operation.steps[0].action !== 'policy') {
        void suspensionEnds.read();
      }
    }),
    newId() {
      const id = newId();
      faults.run('comparing a change with earlier ones', () => earlierChanges.begun(id));
      return id;
    },
    onAgent(id, agent, begunAt) {
      outdated.takeAgent(id, agent, begunAt);
      if (agent !== 'gone') {
        suspensionEnds.saw(agent);
      }
    },
    onPolicy: (policy, begunAt) => void outdated.takePolicy(policy, begunAt),
    onAgentChanged: (before, after) => outdated.agentChanged(before, after),
    onPolicyChanged: (before, after) => outdated.policyChanged(before, after),
    policiesRead: () => outdated.policiesRead,
    onLearned: (topic, finding) => stores.connection.learn(topic, finding),
    onFault: (doing, error) => faults.report(doing, error),
  });
  let stopWatching = () => {};
  let isWantUnknown = false;

  const feeding = governor.pace(client, 'feed', { isLive: true });
  const retries = new Retries({ clock, random, onChange: show });
  const transcripts = new TranscriptReader({
    stores,
    clock,
    reading: retries.over(reading, 'transcript'),
    feeding,
  });
  const unanswered = new Unanswered(clock);
  const eventFeed = createEventFeed(
    governor.pace(unanswered.over(client), () => (eventFeed.isBeginning ? 'live' : 'feed'), { isLive: true }),
    stores,
    { clock, random },
    {
      unused: () => scheduler.unused,
      watched: () => selectWatchedTime(stores),
      keptSince: () => stores.events.getState().rows.at(-1)?.time,
    },
  );
  const history = new EventHistory({
    client: retries.over(feeding, 'older events'),
    hurry: (requests) => governor.hurry(requests),
    clock,
    feed: eventFeed,
    events: stores.events,
    view: stores.view,
  });
  const openBlocks = new OpenBlocksHistory({ history, stores, clock });
  const machineSessions = new MachineSessionsReader(
    retries.over(reading, 'sessions of a machine'),
    stores.machineSessions,
    clock,
  );
  const sessionReader = new SessionReader(feeding, clock, retries.over(feeding, 'more sessions'));
  const sessionHistory = new SessionHistory({
    reader: sessionReader,
    stores,
    clock,
    hurry: (requests) => governor.hurry(requests),
  });
  const searcher = new SessionSearcher({
    // What is long is not asked for a second time because it takes long.
    client: retries.over(governor.pace(client, 'feed'), 'search'),
    store: stores.sessionSearch,
    clock,
    slices: systemSlices,
    onEnd(search) {
      // Whoever looks at its hits sees that it has ended.
      if (!stores.view.getState().dialogs.some(({ kind }) => kind === 'session-search')) {
        note?.(quoting`Search for ${soughtName(search.sought)}: ${foundSentence(search)}; :hits shows them.`);
      }
    },
    onFault: (doing, error) => faults.report(doing, error),
  });
  const foundSessions = new FoundSessionsReader({
    client: retries.over(governor.pace(client, 'feed'), 'sessions of what was found'),
    clock,
    stores,
    onFault: (doing, error) => faults.report(doing, error),
  });
  const pastHunter = new PastHunter({
    client: governor.pace(client, 'feed'),
    clock,
    random,
    stores,
    onEnd(hunt) {
      // Whoever looks at its findings sees that it has ended.
      if (!stores.view.getState().dialogs.some(({ kind }) => kind === 'hunt')) {
        note?.(quoting`The hunt for ${named(hunt.file)} has ended; :findings shows what it found.`);
      }
    },
    onFault: (doing, error) => faults.report(doing, error),
  });
  const scheduler = new Scheduler({
    governor,
    feeds: createFeeds(feeding, stores, clock, {
      eventFeed,
      sessionReader,
      outdated,
      note: (sentence) => note?.(sentence),
    }),
    activeTab: () => stores.view.getState().tab,
    random,
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
    onChange: show,
    onFault: (doing, error) => faults.report(doing, error),
  });

  /** Puts how things stand into the store. */
  function show(): void {
    const { learned, waits, ...view } = governor.view;
    stores.connection.setState({
      ...view,
      feedSilentSince: unanswered.since,
      // Once reading has stopped for good, no resource waits for its next try.
      waits:
        view.stopped === undefined
          ? [...waits, ...scheduler.waits((time) => governor.toWall(time)), ...retries.waits]
          : waits,
    });
    for (const { topic, finding } of learned) {
      stores.connection.learn(topic, finding);
    }
  }

  /** The filters for which the past is not read on, since somebody gave it up. */
  let givenUp: string | undefined;
  const filtersNow = () => {
    const { text, range } = stores.view.getState().events;
    return JSON.stringify([selectServerFilters(stores), text, range]);
  };

  /** The filters with which older events could not be read. */
  let failed: string | undefined;

  function readOlderWhenWanted(): void {
    if (failed !== undefined && failed !== filtersNow()) {
      stores.events.setState({ olderFailure: undefined });
    }
    if (givenUp !== undefined) {
      if (givenUp === filtersNow()) {
        return;
      }
      takeUpHistory();
    }
    // Until the filters are done nobody can say whether what passes them fills the screen.
    isWantUnknown = selectFiltering(stores) !== undefined;
    if (wantsOlderEvents(stores)) {
      void readOlder();
    }
  }

  function takeUpHistory(): void {
    givenUp = undefined;
    if (stores.events.getState().older === 'given-up') {
      stores.events.setState({ older: 'idle' });
    }
  }

  /** Reads on, and on again where a stretch of time is wanted whole, for as long as that leads further back. */
  async function readOlder(): Promise<void> {
    const filters = filtersNow();
    const before = selectCoveredFrom(stores) ?? Number.POSITIVE_INFINITY;
    await history.read();
    const isSame = filtersNow() === filters;
    if (isSame && selectWantedFrom(stores) !== undefined && (selectCoveredFrom(stores) ?? before) < before) {
      readOlderWhenWanted();
    }
  }

  return {
    start() {
      scheduler.start();
      const stopJudging = earlierChanges.start();
      const stopReminding = suspensionEnds.start();
      openBlocks.start();
      const whenFiltersMoveOn = () => {
        if (isWantUnknown) {
          readOlderWhenWanted();
        }
      };
      const stopWatchingFilters = stores.visibleEvents.subscribe(whenFiltersMoveOn);
      const stopWatchingFolding = stores.arrangedEvents.subscribe(whenFiltersMoveOn);
      const stopWatchingView = stores.view.subscribe((view, before) => {
        if (view.sessions !== before.sessions && isAskedAnew(view.sessions, before.sessions)) {
          // Rows that were asked for with other filters would be shown under the new ones.
          sessionHistory.stop();
          stores.sessions.setState({ data: undefined, receivedAt: undefined });
          scheduler.refreshFeed('sessions');
        } else if (view.tab !== before.tab) {
          scheduler.show(view.tab);
        }
        if (view.tab === 'sessions') {
          sessionHistory.readWhenWanted();
        }
        // Words are looked for here alone, so that typing them is no reason to read.
        const isTyping = view.events.text !== before.events.text;
        // Which rows are on the screen follows from what it was given before.
        const isScrolled =
          view.shown !== before.shown && view.events === before.events && view.tab === before.tab;
        if (isScrolled) {
          return;
        }
        isWantUnknown = false;
        if (view.tab === 'events' && !isTyping) {
          readOlderWhenWanted();
        }
      });
      const stopWatchingEvents = stores.events.subscribe(({ coveredSince, olderFailure }, before) => {
        failed = olderFailure === before.olderFailure ? failed : olderFailure && filtersNow();
        // What was wanted before the first events were here could not be read.
        const hasBegun = before.coveredSince === undefined && coveredSince !== undefined;
        if (hasBegun && stores.view.getState().tab === 'events') {
          readOlderWhenWanted();
        }
      });
      const stopWatchingSessions = stores.sessions.subscribe(() => sessionHistory.readWhenWanted());
      stopWatching = () => {
        stopWatchingView();
        stopWatchingEvents();
        stopWatchingFilters();
        stopWatchingFolding();
        stopWatchingSessions();
        stopJudging();
        stopReminding();
      };
    },
    stop() {
      stopWatching();
      scheduler.stop();
      transcripts.close();
      openBlocks.stop();
      history.stop();
      machineSessions.stop();
      sessionHistory.stop();
      searcher.stop();
      pastHunter.close();
      foundSessions.stop();
      // A write that was sent is not taken back by closing the connection under it.
      void governor.close().then(() => client.close());
    },
    refresh() {
      governor.retry();
      scheduler.refresh(stores.view.getState().tab);
      if (givenUp !== undefined || failed !== undefined) {
        takeUpHistory();
        readOlderWhenWanted();
      }
    },
    setLookedAt: (isLookedAt) => scheduler.setLookedAt(isLookedAt),
    openTranscript: (session) => transcripts.open(session),
    closeTranscript: () => transcripts.close(),
    searchSessions: (question) => void searcher.begin(question),
    stopSearch: () => searcher.stop(),
    goOnSearching: () => void searcher.goOn(),
    hunt(question) {
      pastHunter.begin(question);
      foundSessions.begin();
    },
    goOnHunting: () => pastHunter.goOn(),
    stopHunting: () => pastHunter.stop(),
    readMachineSessions: (clientId, isAsked) => void machineSessions.read(clientId, isAsked),
    readHistory: (part, isAskedFor) => void history.readWhole(part, isAskedFor),
    setWritable: (until) => client.setWritable(until),
    readJournal: (options) => journal.read(options),
    giveUpHistory() {
      givenUp = filtersNow();
      history.stop();
      stores.events.setState({ older: 'given-up' });
    },
    ...writer,
  };
}

/** Whether a filter that the server applies was changed. */
function isAskedAnew(view: SessionsView, before: SessionsView): boolean {
  return !isSameJson(serverFilters(view), serverFilters(before));
}
