import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { CROCKFORD } from '@suyuan/codes';
import type { Installation } from '../../../platform/http/installation.ts';

/** Password characters: 100 bits. */
const PASSWORD_LENGTH = 20;

/** Not in the database. */
const keyOf = ({ masterKey }: Pick<Installation, 'masterKey'>) => Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/handover/v1', 32));

/** 16 bytes. */
export const newSalt = (): Buffer => randomBytes(16);

/** `8K3M-9QWX-…`, derived on each call and never stored. */
export function passwordOf(installation: Pick<Installation, 'masterKey'>, salt: Buffer): string {
  const digest = createHmac('sha256', keyOf(installation)).update(salt).digest();
  const characters = Array.from(digest.subarray(0, PASSWORD_LENGTH), (byte) => CROCKFORD.charAt(byte & 31)).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** 256 random bits. Only the digest is stored. */
export const newTicket = (): string => randomBytes(32).toString('base64url');

/** SHA-256. The ticket itself is not stored. */
export const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
