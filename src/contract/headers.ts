/** Header names of the specification: the key ("Authentication") and the rate limit ("Limits"). */
export const HEADERS = {
  apiKey: 'X-API-Key',
  rateLimit: 'X-RateLimit-Limit',
  rateRemaining: 'X-RateLimit-Remaining',
  rateReset: 'X-RateLimit-Reset',
  retryAfter: 'Retry-After',
} as const;
