import type { Choices } from '../base/choices.ts';
import { RequestError } from '../http/answer.ts';

/** Refuses an id that the organization does not have, with the status that the choices say. Always throws. */
export function unknownId(noun: string, choices: Choices): never {
  throw new RequestError(
    choices['unknown-id'] === 'not-found' ? 404 : 400,
    `There is no ${noun} with this id`,
  );
}
