import { readFileSync } from 'node:fs';

import { ownValue } from '../lib/own-value.ts';

/** A certificate file or a proxy of the environment cannot be used; the message is a sentence that says why. */
export class ConnectionSettingError extends Error {
  override name = 'ConnectionSettingError';
}

/** The text of a file of PEM certificates. Throws a ConnectionSettingError when it cannot be read or holds none. */
export function readCertificateFile(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConnectionSettingError(`The certificate file ${file} cannot be read (${code ?? 'unknown'}).`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConnectionSettingError(
      `The certificate file ${file} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`,
    );
  }
  return text;
}

/** Whether a proxy for https is set in the environment, which may be one that cannot be used. */
export function namesProxy(): boolean {
  return ['https_proxy', 'HTTPS_PROXY'].some((name) => (ownValue(process.env, name) ?? '') !== '');
}
