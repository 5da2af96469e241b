import { saidOf } from '../features/monitor/operlog/breach.ts';
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
    const { chinese, english } = saidOf(breach);
    throw new Refusal(`操作日志被动过：${chinese}`, `the operation log was tampered with: ${english}`, { exitCode: 1 });
  },
};
