import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import { ensureMasterKey, isGeneratedByThisProcess, MasterKeyMismatch, replaceKey } from '../master-key.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  words: ['restore'],
  arguments: '<file.zip>',
  about: { 'zh-CN': '把备份恢复到一个空的数据库和目录', 'en-US': 'read an archive into an empty database and folder' },
  log: { title: '备份', type: 'import' },
  least: 1,
  async run(installation, { positionals: [source = ''] }) {
    const restoreService = await import('../../features/devtools/backup/restore.service.ts');
    // the operator replaces a key file that MASTER_KEY_FILE names
    const configuredKeyFile = process.env.MASTER_KEY_FILE?.trim();
    let formerKeyFile: string | undefined;
    const installKey = (archived: Buffer) => {
      if (configuredKeyFile) return;
      const file = path.join(installation.dataDir, 'master.key');
      // opening an empty folder generates a key that no code uses
      const backupFile = replaceKey(file, archived);
      if (backupFile && isGeneratedByThisProcess(file)) rmSync(backupFile, { force: true });
      else formerKeyFile = backupFile;
    };
    const { tables, rows, files, skippedTables, key } = await restoreService.restore(installation, source, installKey);
    const summary = sentence(
      `已恢复 ${tables} 个表、${rows} 行、${files} 个文件`,
      `${tables} tables, ${rows} rows and ${files} files are restored`,
    );
    const skippedNote =
      skippedTables.length > 0
        ? `\n${sentence(
            `未恢复的表：${skippedTables.join('、')}。它们不是本产品建的，定义里有备份不重建的内容；用 pg_dump 另外搬过来`,
            `not restored: ${skippedTables.join(', ')}. These tables are not of this product, and their definition holds what is not made from an archive; bring them by pg_dump`,
          )}`
        : '';
    const keyNote = formerKeyFile
      ? `\n${sentence(
          `原来的主密钥留在 ${formerKeyFile}；没有别的数据库用它时可以删去`,
          `the master key that was here is kept as ${path.basename(formerKeyFile)}; remove it when no other database was made with it`,
        )}`
      : '';
    const message = `${summary}${skippedNote}${keyNote}\n${sentence(
      '备份之后若还发过码，再发码之前先运行 npm run suyuan -- key rotate，否则会印出同样的码',
      'if codes were issued after the archive was made, run npm run suyuan -- key rotate before you issue more, or the same codes are printed again',
    )}`;
    try {
      await ensureMasterKey({ db: installation.db, masterKey: (configuredKeyFile ? undefined : key) ?? installation.masterKey });
      return message;
    } catch (error) {
      if (!(error instanceof MasterKeyMismatch)) throw error;
      const mismatch = key
        ? sentence(
            `MASTER_KEY_FILE 的主密钥不是备份的那一把：备份里有它，用 (umask 077; unzip -p ${source} master.key > archive.key) 取出，让 MASTER_KEY_FILE 指向它后再启动`,
            `the key of MASTER_KEY_FILE is not the archive’s: take that one out of the archive by (umask 077; unzip -p ${source} master.key > archive.key), and let MASTER_KEY_FILE name it before you start`,
          )
        : sentence(
            '本机的主密钥不是备份的那一把：放回原来的 master.key 后再启动',
            'the master key here is not the archive’s; put its master.key back before you start',
          );
      return `${message}\n${mismatch}`;
    }
  },
};

export const backup: Command = {
  words: ['backup'],
  arguments: '<file.zip> [--key]',
  about: {
    'zh-CN': '把整个系统备份成一个文件；--key 连主密钥一起',
    'en-US': 'write everything into one archive; --key adds the master key',
  },
  options: { key: { type: 'boolean' } },
  log: { title: '备份', type: 'export' },
  least: 1,
  async run(installation, { values, positionals: [target = ''] }) {
    if (existsSync(target))
      throw new OperatorError(`文件 ${target} 已经在了；换一个名字`, `${target} is there already; choose another name`);
    const backupService = await import('../../features/devtools/backup/backup.service.ts');
    const withKey = values.key === true;
    const { bytes, tables, rows, files } = await backupService.backup(installation, target, withKey);
    const summary = sentence(
      `已备份 ${tables} 个表、${rows} 行、${files} 个文件，共 ${bytes} 字节`,
      `${tables} tables, ${rows} rows and ${files} files are backed up, ${bytes} bytes in all`,
    );
    const keyNote = withKey
      ? sentence('备份里有主密钥：像密钥一样保管它', 'the master key is in it; keep it as you keep the key')
      : sentence(
          '备份里没有主密钥：另外保管 master.key，没有它验不出任何码',
          'the master key is not in it; keep master.key elsewhere, no code verifies without it',
        );
    return `${summary}\n${keyNote}`;
  },
};
