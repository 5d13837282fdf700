import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import type { Ecosystem, EventType, Outcome } from '../../contract/values.ts';

/*
 * Events keep their type, outcome and ecosystem as places in the contract's lists: an index of a million events is then
 * a third smaller. The lists may only grow at their ends.
 */

/** The code under which a type is stored. */
export const typeCode = (type: EventType): number => EVENT_TYPES.indexOf(type);
/** The code under which an outcome is stored. */
export const outcomeCode = (outcome: Outcome): number => OUTCOMES.indexOf(outcome);
/** The code under which an ecosystem is stored. */
export const ecosystemCode = (ecosystem: Ecosystem): number => ECOSYSTEMS.indexOf(ecosystem);

/** The type that is stored under a code. */
export const typeOfCode = (code: number): EventType => EVENT_TYPES[code] as EventType;
/** The outcome that is stored under a code. */
export const outcomeOfCode = (code: number): Outcome => OUTCOMES[code] as Outcome;
/** The ecosystem that is stored under a code. */
export const ecosystemOfCode = (code: number): Ecosystem => ECOSYSTEMS[code] as Ecosystem;
