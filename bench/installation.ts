import { randomBytes } from 'node:crypto';
import { translate } from '../apps/server/src/boot/app.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { folderStore } from '../apps/server/src/platform/files/folder-store.ts';
import type { Installation } from '../apps/server/src/platform/http/installation.ts';

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
