import { randomBytes } from 'node:crypto';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { folderStore } from '../apps/server/src/platform/files/folder-store.ts';
import type { Installation } from '../apps/server/src/platform/http/installation.ts';
import { translate } from '../apps/server/src/platform/translations.ts';
import { insertRole, insertUser } from '../apps/server/src/test/factories.ts';

/** An in-process installation on `db` with files in `dataDir`, a random key and no log output. */
export const benchInstallation = (db: Db, dataDir: string): Installation => ({
  db,
  masterKey: randomBytes(32),
  dataDir,
  files: folderStore(dataDir),
  publicBaseUrl: 'https://t.example.cn',
  consoleDir: dataDir,
  englishEnabled: true,
  previewSite: false,
  serviceWorker: false,
  trustProxy: false,
  logLevel: 'silent',
  translate,
});

/** Token of a user who reads all lists. */
export async function signIn(db: Db): Promise<string> {
  const { userId } = await insertUser(db, { deptId: 100 });
  await insertRole(
    db,
    userId,
    ['figure', 'recallImpact', 'batch', 'code', 'codeRecord'].map((noun) => `manage:${noun}:list`),
    '1',
  );
  return (await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' })).token;
}
