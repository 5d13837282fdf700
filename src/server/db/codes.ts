import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import type { Ecosystem, EventType, Outcome } from '../../contract/values.ts';

/**
 * Events keep their type, outcome and ecosystem as places in the contract's lists: an index of a million events is then
 * a third smaller. The lists may only grow at their ends.
 */
export const typeCode = (type: EventType): number => EVENT_TYPES.indexOf(type);
export const outcomeCode = (outcome: Outcome): number => OUTCOMES.indexOf(outcome);
export const ecosystemCode = (ecosystem: Ecosystem): number => ECOSYSTEMS.indexOf(ecosystem);

export const typeOfCode = (code: number): EventType => EVENT_TYPES[code] as EventType;
export const outcomeOfCode = (code: number): Outcome => OUTCOMES[code] as Outcome;
export const ecosystemOfCode = (code: number): Ecosystem => ECOSYSTEMS[code] as Ecosystem;
