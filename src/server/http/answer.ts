/** What a route answers. Without a body the answer has none, as a 204 does. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** 204. */
export const NO_CONTENT: Answer = { status: 204 };

/** A request that is answered with an error: its message becomes `error` of the body ("Errors"). */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** Headers that the answer gets besides its usual ones. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: 400 | 401 | 403 | 404 | 405 | 429,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
