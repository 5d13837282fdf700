import { ownValue } from '../../lib/own-value.ts';
import { isWithoutHome } from '../files/home-folder.ts';
import { WITHOUT_HOME } from '../state/state-place.ts';

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'you may not do that there',
  EPERM: 'you may not do that there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  ELOOP: 'it is a link, which is not followed',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  ENXIO: 'it is no regular file',
};

/** The journal could not be written or read; the message is a sentence for people that says what to do. */
export class JournalError extends Error {
  override name = 'JournalError';

  /** The sentence for what the file system said. */
  static of(verb: 'written' | 'read', path: string, error: unknown): JournalError {
    if (isWithoutHome(path)) {
      return new JournalError(`The journal cannot be ${verb}: ${WITHOUT_HOME}`, { cause: error });
    }
    const { code = '' } = error as NodeJS.ErrnoException;
    const cause = ownValue(CAUSES, code) ?? (code === '' ? String(error) : code);
    return new JournalError(
      `The journal ${path} cannot be ${verb}: ${cause}. Mend that, or name another folder for it with XDG_STATE_HOME.`,
      { cause: error },
    );
  }
}
