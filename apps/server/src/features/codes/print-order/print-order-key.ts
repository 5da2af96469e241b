import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { CROCKFORD } from '@suyuan/codes';
import type { Installation } from '../../../platform/http/installation.ts';

/** Signs of a password: 100 bits. */
const SIGNS = 20;

/** What the passwords of all archives are derived of; it is not in the database. */
const keyOf = ({ masterKey }: Pick<Installation, 'masterKey'>) => Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/handover/v1', 32));

/** 16 random bytes, of which and the passphrase the key of one hand-over is made. */
export const newSalt = (): Buffer => randomBytes(16);

/** The password of one archive, `8K3M-9QWX-…`: stored nowhere, and the same whenever it is asked for. */
export function passwordOf(installation: Pick<Installation, 'masterKey'>, salt: Buffer): string {
  const digest = createHmac('sha256', keyOf(installation)).update(salt).digest();
  const signs = Array.from(digest.subarray(0, SIGNS), (byte) => CROCKFORD.charAt(byte & 31)).join('');
  return signs.replace(/(.{4})(?=.)/g, '$1-');
}

/** 256 random bits as text for an address; only its digest is kept. */
export const newTicket = (): string => randomBytes(32).toString('base64url');

/** SHA-256: of the ticket itself nothing is kept. */
export const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
