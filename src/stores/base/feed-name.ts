/** The resources that are kept fresh, as the log of requests names them. */
export type FeedName =
  | 'events'
  | 'agents'
  | 'summary'
  | 'block counts'
  | 'health'
  | 'calendar'
  | 'sessions'
  | 'session clients'
  | 'llm'
  | 'policy';
