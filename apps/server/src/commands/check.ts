import { Refusal, sentence } from '../refusal.ts';
import type { Command } from './command.ts';

export const check: Command = {
  words: ['check'],
  arguments: '',
  about: sentence('核对操作日志的封印链', 'verify the chain of the operation log'),
  least: 0,
  most: 0,
  async run(installation) {
    const sealService = await import('../features/monitor/operlog/seal.service.ts');
    await sealService.sealWaiting(installation);
    const { sealed, breach } = await sealService.check(installation);
    if (!breach) return sentence(`操作日志完整：${sealed} 行，逐行封印`, `the operation log is whole: ${sealed} rows, each sealed`);
    const [chinese, english] = SAYINGS[breach.kind](breach.seal ?? 0, breach.operId ?? 0);
    throw new Refusal(`操作日志被动过：${chinese}`, `the operation log was tampered with: ${english}`, { exitCode: 1 });
  },
};

/** Sentences in both languages by the kind of breach. */
const SAYINGS = {
  changed: (seal: number, operId: number) => [`第 ${seal} 环（操作序号 ${operId}）的内容被改`, `row ${operId} (link ${seal}) was changed`],
  missing: (seal: number, operId: number) => [`第 ${seal} 环（操作序号 ${operId}）的行不见了`, `row ${operId} (link ${seal}) is gone`],
  forged: (seal: number, operId: number) => [
    `第 ${seal} 环（操作序号 ${operId}）不是本系统封的`,
    `link ${seal} (row ${operId}) is not ours`,
  ],
  truncated: (seal: number) => [
    `从第 ${seal} 环起与库外的检查点不符：被截短，或换成了旧的备份`,
    `from link ${seal} on it does not agree with the checkpoint outside the database: cut short, or an older backup`,
  ],
  stranger: (_seal: number, operId: number) => [`操作序号 ${operId} 的行不是经服务写入的`, `row ${operId} was not written by the server`],
} as const;
