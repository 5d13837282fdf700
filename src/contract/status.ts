/** The statuses of the specification by name ("Errors"). A server may answer with others, which are read by their class. */
export const STATUS = {
  success: 200,
  created: 201,
  noContent: 204,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  rateLimited: 429,
  serverError: 500,
} as const;
