import { safeString, wholeSafeString } from '../../lib/safe-text.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';

/** Which transcripts could not be searched, or not whole, with the reason; safe to show. */
export function describeUnsearched({ unsearched }: SessionSearch, ascii: boolean): string {
  return unsearched
    .map(({ session, problem, isInPart }) => {
      const names = [
        session.agent_hostname ?? session.client_id,
        session.project_path,
        session.session_id ?? session.id,
      ]
        .filter((name) => name !== undefined)
        .map((name) => safeString(name, 'ident', ascii));
      return `${names.join('  ')}\n  ${isInPart ? 'Searched in part: ' : 'Not searched: '}${wholeSafeString(problem, 'block', ascii)}\n`;
    })
    .join('\n');
}
