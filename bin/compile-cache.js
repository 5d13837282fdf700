'use strict';

const { mkdirSync, statSync } = require('fs');
const nodeModules = require('module');
const { homedir } = require('os');
const { isAbsolute, join } = require('path');

/**
 * Has Node keep what it compiles, for a faster start, in a folder of the user's own. The one that Node would choose is
 * below the folder for temporary files, which is everybody's: who made it first could put code into it.
 */
function keepCompiledCode() {
  try {
    const folder = ownFolder(cacheHome(), 'vigil');
    const { uid, mode } = statSync(folder);
    if (uid === process.getuid() && (mode & 0o022) === 0) {
      nodeModules.enableCompileCache(folder);
    }
  } catch {
    // Without such a folder the start takes a little longer.
  }
}

/** Where programs keep what they can make again (XDG Base Directory Specification). */
function cacheHome() {
  const { XDG_CACHE_HOME: given = '' } = process.env;
  return isAbsolute(given) ? given : ownFolder(home(), '.cache');
}

/** What systems call the home of a user without one is no folder, and none that root may make. */
function home() {
  const folder = homedir();
  if (folder === '/nonexistent') {
    throw new Error('There is no home.');
  }
  return folder;
}

function ownFolder(parent, name) {
  const folder = join(parent, name);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw error;
    }
  }
  return folder;
}

module.exports = { keepCompiledCode };
