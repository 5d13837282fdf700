import { AGENTS_LIST } from '../agents/agents-list.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import type { ListView } from '../base/list-view.ts';
import type { ListId } from '../base/tab.ts';
import { EVENTS_LIST } from '../events/events-list.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import { LLM_LIST } from '../llm/llm-list.ts';
import type { LlmSlice } from '../llm/llm-slice.ts';
import { POLICY_LIST } from '../policy/policy-list.ts';
import type { PolicySlice } from '../policy/policy-slice.ts';
import type { ListModel } from '../query/list-model.ts';
import { SESSIONS_LIST } from '../sessions/sessions-list.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';

const MODELS = {
  events: EVENTS_LIST,
  agents: AGENTS_LIST,
  sessions: SESSIONS_LIST,
  llm: LLM_LIST,
  policy: POLICY_LIST,
} as const;

/** A list without a model is one error here, and not one wherever a list is looked at. */
type Models = {
  readonly [Id in ListId]: Id extends keyof typeof MODELS
    ? (typeof MODELS)[Id]
    : ListModel<ListView, never, object>;
};

/** Every list: what it holds, what of its view is kept, and what can be asked of it. */
export const LISTS: Models = MODELS;

/** The view of each list. */
export type ListViews = { readonly [Id in ListId]: Models[Id]['open'] };

/** The stores of all lists. */
export type ListsSlice = AgentsSlice & EventsSlice & LlmSlice & PolicySlice & SessionsSlice;
