import type { Breach } from './seal.service.ts';

/** Describes a breach of the audit log chain in both languages. */
export function describeBreach({ kind, seal = 0, operId = 0 }: Breach): { chinese: string; english: string } {
  const [chinese = '', english = ''] = breachTexts[kind](seal, operId);
  return { chinese, english };
}

const breachTexts = {
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
