/**
 * An id as a part of a path. Throws a RangeError for an empty one, `.` and `..`: a URL would take those for other
 * resources.
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new RangeError('An id must not be empty, . or ..');
  }
  return encodeURIComponent(id.toWellFormed());
}
