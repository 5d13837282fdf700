import type { LlmCall } from '../../contract/llm-call.ts';
import type { Listing } from '../base/listing.ts';

/** So many calls are kept: the newest. */
export const MOST_LLM_CALLS = 5000;

/** LLM calls as far as they are kept, newest first. */
export interface LlmListing extends Listing<LlmCall> {
  /**
   * What is known of older ones: there are none, they are being read, they are too many to be kept, the server gives no
   * more than one page, or nobody has asked for them. `behind` says that even the newest are still to come.
   */
  readonly reach?: 'first' | 'reading' | 'bound' | 'page' | 'part' | 'behind';
}
