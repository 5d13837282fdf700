import { createStore, type StoreApi } from 'zustand/vanilla';

/** Why something could not be read or written, ready to be shown. */
export interface Failure {
  /** One sentence that says what happened and, where it helps, what to do. */
  readonly message: string;
  readonly at: number;
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
}

/**
 * The last good data of one resource and what became of the last try to read it anew. Old data stays when a try fails:
 * `receivedAt` says its age and `failure` the cause.
 */
export interface ResourceState<Data> {
  readonly data: Data | undefined;
  readonly receivedAt: number | undefined;
  readonly failure: Failure | undefined;
}

export type ResourceStore<Data> = StoreApi<ResourceState<Data>>;

/** A store that has not heard anything yet. */
export function createResourceStore<Data>(): ResourceStore<Data> {
  return createStore<ResourceState<Data>>(() => ({
    data: undefined,
    receivedAt: undefined,
    failure: undefined,
  }));
}

/** Puts good data in and forgets the last failure. */
export function receive<Data>(store: ResourceStore<Data>, data: Data, at: number): void {
  store.setState({ data, receivedAt: at, failure: undefined });
}

/** Notes that a try failed and keeps the data. */
export function noteFailure<Data>(store: ResourceStore<Data>, failure: Failure): void {
  store.setState({ failure });
}
