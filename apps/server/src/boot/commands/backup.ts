import { existsSync } from 'node:fs';
import { Refusal, sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

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
  most: 1,
  async run(installation, { values, positionals: [target = ''] }) {
    if (existsSync(target)) throw new Refusal(`文件 ${target} 已经在了；换一个名字`, `${target} is there already; choose another name`);
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
