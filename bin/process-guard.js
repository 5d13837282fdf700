'use strict';

const inspector = require('inspector');

/**
 * Options of Node by which others look into this process or run code in it, or by which its memory, where the key is,
 * ends up in a file.
 */
const OPENS_THE_PROCESS =
  /^--?(inspect|debug|require$|r$|import$|loader$|experimental-loader$|openssl-(shared-)?config$|heapsnapshot|heap-prof|tls-keylog$|trace-tls$|abort-on-uncaught-exception$)/;

/**
 * Closes what Node leaves open to others: the inspector that SIGUSR1 opens to every user of the machine, and reports
 * that hold the environment. Gives a sentence when something else opened the process already, so that it must not go on.
 * A single executable does not heed the options in the environment.
 */
function guardProcess({ heedsEnvironment = true } = {}) {
  process.on('SIGUSR1', () => {});
  if (process.report !== undefined) {
    process.report.reportOnFatalError = false;
    process.report.reportOnSignal = false;
    process.report.reportOnUncaughtException = false;
    process.report.excludeEnv = true;
  }
  // Certificates are checked all the same, and Node would warn that they are not.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const given = process.execArgv.find(opensTheProcess);
  if (given !== undefined) {
    return `Node was started with ${nameOf(given)}, which opens this process and the API key in it to others. Leave it out.`;
  }
  const set = heedsEnvironment
    ? optionsIn(process.env['NODE_OPTIONS'] || '').find(opensTheProcess)
    : undefined;
  if (set !== undefined) {
    return `NODE_OPTIONS holds ${nameOf(set)}, which opens this process and the API key in it to others. Run it without:\n  env -u NODE_OPTIONS vigil`;
  }
  if (inspector.url() !== undefined) {
    inspector.close();
    return 'A debugger was opened for this process, and with it the API key. Start vigil again.';
  }
  return undefined;
}

/** Node splits at spaces outside double quotes and takes underscores for dashes. */
function optionsIn(text) {
  return (text.match(/(?:"(?:\\.|[^"])*"|[^\s"])+/g) || []).map((option) => option.replace(/["\\]/g, ''));
}

function opensTheProcess(option) {
  return OPENS_THE_PROCESS.test(nameOf(option));
}

function nameOf(option) {
  return option.split('=', 1)[0].replace(/_/g, '-');
}

module.exports = { guardProcess };
