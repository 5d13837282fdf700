import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { ApiError } from '../../api/errors.ts';
import { STATUS } from '../../contract/status.ts';
import type { ConnectionState, RequestOutcome } from '../../stores/connection/connection-store.ts';
import { isAborted, isKeyRefused, isUntrusted } from '../retry/failure.ts';
import type { SentRequest } from './ledger.ts';

/** What became of a request, and what follows from it. */
export interface Classification {
  readonly outcome: RequestOutcome;
  /** Whether it took one request from the quota. */
  readonly counted: NonNullable<SentRequest['counted']>;
  /** The server failed, what it sent cannot be used, or there is no way to it. */
  readonly isFailure: boolean;
  /** Nothing more is read until a person acts. */
  readonly isFinal: boolean;
}

/** Classifies a request by its answer and its error. A request without either is a program's fault and was not sent. */
export function classifyAnswer(facts: AnswerFacts | undefined, error: ApiError | undefined): Classification {
  if (isAborted(error)) {
    return { outcome: 'given up', counted: 'perhaps', isFailure: false, isFinal: false };
  }
  if (facts === undefined) {
    const neverSent = error !== undefined && 'neverSent' in error && error.neverSent === true;
    const isFinal = isUntrusted(error);
    return { outcome: 'no answer', counted: neverSent ? 'no' : 'perhaps', isFailure: !isFinal, isFinal };
  }
  const { status } = facts;
  if (status === STATUS.rateLimited) {
    return { outcome: 'rate limited', counted: 'no', isFailure: false, isFinal: false };
  }
  if (status >= STATUS.serverError || error?.name === 'NetworkError') {
    return { outcome: 'failed', counted: 'perhaps', isFailure: true, isFinal: false };
  }
  if (status >= STATUS.badRequest) {
    const isFinal = isKeyRefused(error);
    return { outcome: 'refused', counted: isFinal ? 'no' : 'yes', isFailure: false, isFinal };
  }
  return {
    outcome: error === undefined ? 'answered' : 'unusable',
    counted: 'yes',
    isFailure: error !== undefined,
    isFinal: false,
  };
}

/**
 * How the server is, by how a request ended: a refusal is an answer as good as any other; a fault of the server or an
 * answer that cannot be used is none.
 */
export function stateAfter(
  facts: AnswerFacts | undefined,
  error: ApiError | undefined,
): ConnectionState['state'] {
  if (facts === undefined) {
    return 'unreachable';
  }
  return facts.status >= 500 || error?.name === 'AnswerError' ? 'failing' : 'live';
}
