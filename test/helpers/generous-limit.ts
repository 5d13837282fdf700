import { HEADERS } from '../../src/contract/headers.ts';

/** The headers of an answer that lets so many requests be sent that none has to wait: a console which knows no limit is slow. */
export function generousLimit(): Readonly<Record<string, string>> {
  return {
    [HEADERS.rateLimit]: '6000',
    [HEADERS.rateRemaining]: '5900',
    [HEADERS.rateReset]: String(Math.ceil(Date.now() / 1000) + 60),
    [HEADERS.retryAfter]: '0',
  };
}
