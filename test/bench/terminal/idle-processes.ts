import { spawn, type ChildProcess } from 'node:child_process';

/** Command lines as a machine has them on which people build and serve; the number makes each its own. */
const COMMAND_LINES: readonly ((number: number) => string)[] = [
  () => '/usr/sbin/cron -f -P',
  (number) => `sshd: deploy@pts/${number}`,
  (number) => `postgres: orders app 10.4.0.${number} (${40_000 + number * 37}) idle`,
  () => 'nginx: worker process',
  (number) => `/usr/bin/python3 /srv/jobs/worker.py --queue reports-${number} --concurrency 4`,
  (number) => `node /srv/web/server.js --port ${3000 + number}`,
  (number) => `/usr/lib/jvm/java-21/bin/java -Xmx${(number % 8) + 1}g -jar /opt/build/agent.jar`,
  () => '/usr/bin/dbus-daemon --system --nofork',
  (number) => `git fetch --prune origin refs/heads/release-${number}`,
  (number) => `npm ci --prefix /home/build/checkout-${number}`,
  (number) => `/usr/bin/containerd-shim-runc-v2 -namespace moby -id ${mixed(number).toString(16)}`,
  (number) => `tail -F /var/log/build/${number}.log`,
];

/**
 * Starts so many processes that do nothing, for a program that lists processes to have several screens of them. Each
 * goes by a command line of its own, and they follow each other in no order: with the same one for all, two pages would
 * differ by little more than numbers, which no real machine's do. Each is a shell that waits for commands, so that it
 * ends with whoever started it even when nobody kills it.
 */
export function startIdleProcesses(count: number): readonly ChildProcess[] {
  return Array.from({ length: count }, (_, number) => {
    const lineOf = COMMAND_LINES[mixed(number) % COMMAND_LINES.length] as (number: number) => string;
    return spawn('sh', [], { argv0: lineOf(number), stdio: ['pipe', 'ignore', 'ignore'] });
  });
}

/** The same number for the same one, as if by chance. */
function mixed(number: number): number {
  const half = Math.imul(number + 1, 0x9e3779b1);
  const whole = Math.imul(half ^ (half >>> 15), 0x85ebca6b);
  return (whole ^ (whole >>> 13)) >>> 0;
}
