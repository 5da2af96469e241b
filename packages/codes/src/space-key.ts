import { hkdfSync } from 'node:crypto';

/**
 * HKDF-SHA256 (RFC 5869) of the 32-byte master key, without salt. Returns 16 bytes.
 * @throws RangeError for a master key of another length, or numbers that are not whole
 */
export function spaceKey(masterKey: Uint8Array, spaceId: number, epoch: number): Buffer {
  if (masterKey.length !== 32) throw new RangeError('a master key has 32 bytes');
  if (!Number.isSafeInteger(spaceId) || !Number.isSafeInteger(epoch)) throw new RangeError('space and epoch are whole numbers');
  return Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/code/v1|${spaceId}|${epoch}`, 16));
}
