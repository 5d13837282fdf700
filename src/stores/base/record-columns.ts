/** The columns of tables of events, in the order of the specification's table "Event": those of the console and of the command line. */
export const EVENT_COLUMNS: readonly string[] = [
  'id',
  'timestamp',
  'type',
  'outcome',
  'client_id',
  'actor.command',
  'actor.args',
  'actor.version',
  'subject.ecosystem',
  'subject.package',
  'subject.version',
  'payload.reasons',
];

/** The same of agents: the fields of the specification's table "Agent". */
export const AGENT_COLUMNS: readonly string[] = [
  'id',
  'client_id',
  'machine_id',
  'generation',
  'secret_prefix',
  'registration_key_id',
  'registration_key_name',
  'status',
  'hostname',
  'os',
  'arch',
  'version',
  'username',
  'clone_detected',
  'clone_reason',
  'registered_at',
  'last_seen_at',
];

/** The same of sessions: the fields of the specification's table "Session (metadata)". */
export const SESSION_COLUMNS: readonly string[] = [
  'id',
  'session_id',
  'client_id',
  'agent_hostname',
  'project_path',
  'first_prompt',
  'git_branch',
  'message_count',
  'created_at',
  'modified_at',
  'uploaded_at',
  'size_bytes',
  'is_subagent',
  'subagent_count',
];

/** The same of the rules of the policy and its lists, as the query of their list names them. */
export const POLICY_COLUMNS: readonly string[] = ['rule', 'value', 'changed', 'conflict'];
