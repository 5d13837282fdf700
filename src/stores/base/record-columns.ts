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
