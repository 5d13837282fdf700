/**
 * Sentences that transcripts are composed from. `{topic}` and `{other}` are things the project is about, `{file}` and
 * `{test}` files of it, `{function}` and `{type}` names in its code, `{project}` the project, `{number}` a small number,
 * `{goal}` what the session is for, as a verb phrase.
 */

export const GOALS: readonly string[] = [
  'add retries with backoff to the {topic} client',
  'move the {topic} validation out of {file}',
  'fix the flaky {topic} test',
  'paginate the {topic} list instead of loading everything',
  'cache the {topic} lookup for a few minutes',
  'replace the hand-written {topic} parser',
  'make {function} idempotent',
  'log the {topic} id with every {other} error',
  'split {file} into smaller pieces',
  'add a dry-run mode to the {topic} job',
  'stop {function} from swallowing errors',
  'support more than one {other} for each {topic}',
  'speed up the {topic} query, it takes seconds on production data',
  'add rate limiting to the {topic} endpoint',
  'write property tests for {function}',
  'migrate {topic} records to the new {other} format',
  'remove the dead {other} code paths',
  'show a useful message when the {topic} service is down',
  'add metrics for {topic} latency and failures',
  'upgrade the dependencies that {file} relies on',
  'validate the {topic} payload before it reaches {function}',
  'make the {topic} timeout configurable',
  'handle daylight saving time in the {topic} schedule',
  'fix the memory growth in the {topic} worker',
];

export const OPENINGS: readonly string[] = [
  'Please {goal}.',
  'I need to {goal}. Start by reading {file} and tell me what you would change before you change it.',
  '{goal}. The relevant code is in {file} and {test}.',
  'Help me {goal}. We have {number} open bug reports about it.',
  'Can you {goal}? Keep the public interface of {type} as it is.',
  'Continuing from yesterday: {goal}. The branch is up to date with main.',
  'We got paged last night because of the {topic} path. Please {goal}, and add a test that would have caught it.',
  'Look at {file}. I want to {goal} without touching the {other} code.',
  'Customers report that {topic} sometimes shows stale data. I think the right thing is to {goal}.',
  '{goal}, smallest possible diff please, this goes into a hotfix.',
  'Take a look at why CI is red on this branch. After that, {goal}.',
  'Refactoring session: {goal}. One commit for each step.',
];

export const FOLLOW_UPS: readonly string[] = [
  'Good. Now do the same for {other}.',
  'Can you add a test for the empty {topic} case?',
  'That breaks when {topic} is missing. Handle it like {function} does.',
  'Run the tests again please.',
  'Why did you change {file}? I would rather keep it.',
  'Looks fine. What about concurrent calls to {function}?',
  'Rename it to something that says what it does.',
  'The error message should mention the {topic} id.',
  'ok, and the documentation?',
  'Is there a simpler way? This feels like a lot of code for {topic}.',
  'Please use the helper we already have in {file}.',
  'I see {number} lint warnings now. Fix those too.',
  'Commit this with a short message.',
  'Hold on, {type} is also used by {project} in the {other} job. Check that it still works.',
  'yes, go ahead',
  'Can we measure it before and after?',
  'Revert the last change, it made {test} slower.',
  'What happens on a timeout?',
  'Nice. Summarize what changed so that I can paste it into the pull request.',
  'no, keep the old behaviour behind a flag',
  'the {topic} numbers are off by one in staging, can that be related?',
  'I pulled main, there is a conflict in {file}. Take ours for {function}, theirs for the rest.',
  'Wait. {topic} ids are not unique across regions. Does anything here assume that?',
  'Add the {other} id to the log line as well.',
  'what does {function} do when called twice?',
  'Please explain {file} to me, I have not seen it before.',
  'Make it {number} attempts, not more.',
];

export const THOUGHTS: readonly string[] = [
  '{function} is called from {number} places, so changing its signature is the expensive way.',
  'The failing assertion compares timestamps. That is probably the time zone and not the {topic} logic.',
  'Two options: handle it in {type}, or at the caller. The caller knows whether {topic} may be missing.',
  'The test passes alone and fails in the suite, which points to shared state in {file}.',
  'Before editing, check whether {other} depends on the order of the {topic} list.',
  'The simplest thing is to keep {function} and wrap it.',
  'The request said not to touch {other}; the change stays inside {file}.',
];

export const BEFORE_READING: readonly string[] = [
  'I will start with {file} to see how {topic} is handled today.',
  'Next, the caller in {file}.',
  'Let me read {file} before I change anything.',
  'The type is declared elsewhere; looking at {file}.',
  'One more place may need the same change: {file}.',
  'Let me see how {other} solves the same problem.',
  'I want to know what {function} returns for a missing {topic}.',
];

export const BEFORE_CHANGING: readonly string[] = [
  'Now I will change {function} and keep {type} as it is.',
  'I found the place. The {topic} value is read twice, and only the first read is validated.',
  'The {other} branch returns early and never releases the {topic}. Fixing that first.',
  'I will add the test first, so that we see it fail.',
  'That explains the report: {function} retries on every error, including the permanent ones.',
  'The check belongs before the write. Moving it.',
  'Splitting this in two makes the {topic} case testable.',
  'A guard at the top of {function} is enough here.',
];

export const BEFORE_TESTING: readonly string[] = [
  'Let me run the tests to see where we stand.',
  'Checking that nothing else broke.',
  'Now the tests.',
  'That should do. Running {test}.',
  'Running the checks once more before I report.',
];

export const ON_FAILURE: readonly string[] = [
  'One complaint, and it is mine: the new default changes the {other} case. Correcting it.',
  'Not what I expected. {function} is called before the {topic} is loaded.',
  'The old order was relied on here. I will keep it.',
  'Only the type of {type} is off. Quick fix.',
  'That was there before my change, but it is in the way. Fixing it too.',
  'Right, the {topic} can be missing at this point.',
];

export const REPORTS: readonly string[] = [
  'Done. {function} now handles a missing {topic}, and {test} covers it.',
  'All {number} tests in {test} pass. The change is limited to {file}.',
  'I changed the order: {topic} is validated before {other} is touched, so a bad request has no side effects.',
  '{function} no longer swallows the error. It is logged once, with the {topic} id, and passed on.',
  'The list is now read in pages of {number}00. Memory stays flat in the local run.',
  'I kept the interface of {type} and moved the {topic} logic into its own file.',
  'It was a race: two workers could claim the same {topic}. The claim is now one conditional update.',
  'The duplicated code is gone; both callers use {function}.',
  'Nothing to change there: {file} already handles it, and {test} has a case for it.',
  'Renamed. {number} call sites followed, all inside {project}.',
  'Measured on the sample data: {number}.{number} s before, 0.{number} s after. Most of it was the repeated {topic} lookup.',
  'On a timeout {function} now gives up after {number} attempts and returns the last error as the cause.',
  'I would leave it as it is. Two calls of {function} at once are safe, because the {topic} is claimed in the database.',
  'The flag is `{topic}-{other}-v2`, off by default. With it off the old path runs unchanged.',
  'Documented in the header of {file}: what it promises, and what it does when the {topic} is unknown.',
  'That was the last lint warning.',
  'I reverted it. The test is back at its old speed, and the {topic} cache stays as a separate change.',
];

export const POINTS: readonly string[] = [
  '`{file}`: {function} validates the {topic} before anything is written',
  '`{test}`: {number} new cases, among them an empty {topic} and a duplicate {other}',
  'no change to the public interface of `{type}`',
  'the {other} job reads the new format and still accepts the old one',
  'the timeout comes from the configuration, with the old value as its default',
  'errors carry the {topic} id',
  'removed {number} lines that nothing called',
  'not done: the {other} view, which needs a decision about sorting',
];

export const SUBAGENT_REPORTS: readonly string[] = [
  '{function} has {number} callers. All but one await the result; the exception is in `{file}`, which drops it.',
  'Summary:\n\n- `{file}` validates {topic} on the way in\n- `{test}` covers the empty case only\n- nothing checks {other} afterwards',
  '`{type}` is still used in {number} files, mostly for its {other} field. It cannot be removed yet.',
  'Found {number} places. In `{file}` the cause is dropped; the others pass it on.',
];

/** What stands before the subject of a commit; nothing for a plain sentence. */
export const COMMIT_PREFIXES: readonly string[] = ['', '', '', '{topic}', 'fix', 'feat({topic})', 'refactor'];

export const SUBAGENT_TASKS: readonly string[] = [
  'Find every caller of {function} in {project} and report file, line and how the result is used. Do not change files.',
  'Read {file} and {test} and summarize how {topic} is validated today.',
  'Search for places that handle {other} errors and list those that drop the cause.',
  'Check whether {type} can be removed: list what still depends on it.',
  'Run the {topic} tests {number} times and report which fail and how often.',
];
