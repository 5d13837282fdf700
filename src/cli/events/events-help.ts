import { CSV_HELP } from '../session/program-arguments.ts';

/** What `vigil events --help` says beside the flags. */
export const EVENTS_HELP = `
Times: 2026-01-31T09:30:00Z or with another zone, 2026-01-31 (midnight UTC), now, or so long ago: 30s, 15m, 2h, 3d, 1w.

Without --follow the window is read whole before anything is printed, by (time, id); failures are waited out for
90 seconds. With --follow events are printed as they are found, late ones included, and failures are waited out for ever.
What is waited for, and what is missing, is said on stderr. On a terminal a line there shows how far a reading has come that
takes more than a second.

--filter takes what / takes in the console. The server is asked for what it can be: one outcome, type or ecosystem, a package
in quotes, and times; all else is told apart here. The newest events that pass are then looked for in at least the newest 50,000, and
--follow begins with those of the newest 500. Names of machines and users are those at the start.

On a terminal, long values are cut so that lines fit. On a pipe a tab separates the columns, and values are
whole, up to 65,536 characters. --json has longer ones whole, too.
${CSV_HELP}
--columns time,host,package,payload.score prints only these, in this order and under these names: what a filter of the
console calls them, or the path of any field. host is the name of the machine, for which the agents are read first. Without it,
--csv has the columns that a CSV of the console begins with.

--json prints every field as the server sent it, numbers in the way they were written included, however large; only what is nested more than 64 levels deep is left out,
with "(cut: below level 64)" in its place. An event whose id is longer than 1,024 characters is damaged: it is counted
and left out.`;

/** What `vigil events count --help` says beside its own flags. */
export const COUNT_HELP = `
Counts the events of the last 24 hours, or after --since and before --until, or of the times that since:, until: and time: in
the filter name; where only an end is named, of the 24 hours before it. --outcome, --type, --ecosystem, --package, --limit (so
many rows), --json, --csv, --no-apostrophes and --no-headers are those of vigil events.

The fields are package, host, user, reason, maintainer, ecosystem, outcome, type, version, client, command, hour, day (in UTC),
and any other of the data by its name or its path, as branch or payload.score; in quotes where it holds a comma. Reasons that
differ in their figures alone are one. An event with several reasons counts under each of them; shares are of all events that
are counted.

--json prints one object a row: the fields under their names, count, block, review, allow, share (of 1), machines, first, last.
stderr says which time was counted, and whether that is complete.`;
