/** What `vigil doctor --help` says beside the flags. */
export const DOCTOR_HELP = `
A line that begins with x is a problem, one that begins with ! is worth knowing.

Exit status:
  0  no problem
  1  something failed, such as the way to the server
  2  wrong usage or configuration, such as a key that cannot be bound
  3  the service refuses the key (401, 403)`;
