import { rmSync } from 'node:fs';
import path from 'node:path';
import { sentence } from '../../platform/refusal.ts';
import { isKeyOfThisRun, replaceKey } from '../master-key.ts';
import { ensureMasterKey, MasterKeyMismatch } from '../master-key-match.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  words: ['restore'],
  arguments: '<file.zip>',
  about: { 'zh-CN': '把备份恢复到一个空的数据库和目录', 'en-US': 'read an archive into an empty database and folder' },
  log: { title: '备份', type: 'import' },
  least: 1,
  most: 1,
  async run(installation, { positionals: [source = ''] }) {
    const restoreService = await import('../../features/devtools/backup/restore.service.ts');
    // the operator replaces a key file that MASTER_KEY_FILE names
    const own = process.env.MASTER_KEY_FILE?.trim();
    let former: string | undefined;
    const keepKey = (archived: Buffer) => {
      if (own) return;
      const file = path.join(installation.dataDir, 'master.key');
      // opening an empty folder generates a key that no code uses
      const kept = replaceKey(file, archived);
      if (kept && isKeyOfThisRun(file)) rmSync(kept, { force: true });
      else former = kept;
    };
    const { tables, rows, files, left, key } = await restoreService.restore(installation, source, keepKey);
    const restored = sentence(
      `已恢复 ${tables} 个表、${rows} 行、${files} 个文件`,
      `${tables} tables, ${rows} rows and ${files} files are restored`,
    );
    const passed =
      left.length > 0
        ? `\n${sentence(
            `未恢复的表：${left.join('、')}。它们不是本产品建的，定义里有备份不重建的内容；用 pg_dump 另外搬过来`,
            `not restored: ${left.join(', ')}. These tables are not of this product, and their definition holds what is not made from an archive; bring them by pg_dump`,
          )}`
        : '';
    const kept = former
      ? `\n${sentence(
          `原来的主密钥留在 ${former}；没有别的数据库用它时可以删去`,
          `the master key that was here is kept as ${path.basename(former)}; remove it when no other database was made with it`,
        )}`
      : '';
    const said = `${restored}${passed}${kept}\n${sentence(
      '备份之后若还发过码，再发码之前先运行 npm run suyuan -- key rotate，否则会印出同样的码',
      'if codes were issued after the archive was made, run npm run suyuan -- key rotate before you issue more, or the same codes are printed again',
    )}`;
    try {
      await ensureMasterKey({ db: installation.db, masterKey: (own ? undefined : key) ?? installation.masterKey });
      return said;
    } catch (error) {
      if (!(error instanceof MasterKeyMismatch)) throw error;
      return `${said}\n${sentence(
        '本机的主密钥不是备份的那一把：放回原来的 master.key 后再启动',
        'the master key here is not the archive’s; put its master.key back before you start',
      )}`;
    }
  },
};
