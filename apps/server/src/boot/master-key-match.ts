import { hkdfSync } from 'node:crypto';
import { recordInstallationValue } from '../platform/db/fact.ts';
import type { Installation } from '../platform/http/installation.ts';
import { Refusal } from '../platform/refusal.ts';

/** The key file does not match the codes of this database. */
export class MasterKeyMismatch extends Refusal {
  override readonly name = 'MasterKeyMismatch';

  constructor() {
    super(
      '主密钥文件不属于这个数据库：用它验不出已发的码；放回原来的密钥文件（MASTER_KEY_FILE），或换用原来的数据库',
      'the master key does not belong to this database; put back the key file that its codes were made with',
    );
  }
}

/** Derived under a label that no code key uses, so it reveals nothing. */
export const fingerprintOf = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/fingerprint/v1', 16)).toString('hex');

/**
 * Records the key's fingerprint at the first start, and compares it at later starts.
 * @throws MasterKeyMismatch
 */
export async function ensureMasterKey({ db, masterKey }: Pick<Installation, 'db' | 'masterKey'>): Promise<void> {
  const fingerprint = fingerprintOf(masterKey);
  if ((await recordInstallationValue(db, 'masterKey', fingerprint)) !== fingerprint) throw new MasterKeyMismatch();
}
