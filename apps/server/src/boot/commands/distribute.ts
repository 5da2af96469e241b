import { onOwner } from '../../platform/db/connect.ts';
import { checkCluster, estimate, isMoving, type Layout, layoutOf, move } from '../../platform/db/distribute.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import { type Command, type CommandInput, wholeNumber } from './command.ts';

const dryRun = { 'dry-run': { type: 'boolean' } } as const;

export const distribute: Command = {
  words: ['distribute'],
  arguments: '[--shards <n>] [--dry-run]',
  about: {
    'zh-CN': '把扫码记录和计数分布到 Citus 的各个工作节点；--dry-run 只估算用时',
    'en-US': 'move scans and counters to the workers of Citus; --dry-run only says how long it takes',
  },
  options: { ...dryRun, shards: { type: 'string' } },
  log: { title: '分布', type: 'other' },
  run: (installation, input) => run(installation, input, 'cluster'),
};

export const undistribute: Command = {
  words: ['undistribute'],
  arguments: '[--dry-run]',
  about: {
    'zh-CN': '把扫码记录和计数移回一个 PostgreSQL；--dry-run 只估算用时',
    'en-US': 'move scans and counters back to one PostgreSQL; --dry-run only says how long it takes',
  },
  options: dryRun,
  log: { title: '分布', type: 'other' },
  run: (installation, input) => run(installation, input, 'single'),
};

async function run({ db }: Installation, { values }: CommandInput, to: Layout): Promise<string> {
  const shards = values.shards === undefined ? undefined : wholeNumber('--shards', values.shards, 1);
  const figureService = await import('../../features/insights/figure/figure.service.ts');
  // the figures then know up to where scans are counted
  if (!values['dry-run']) await figureService.follow(db);
  return onOwner(db, async (owner) => {
    await checkCluster(owner);
    const resumes = await isMoving(owner);
    const current = await layoutOf(owner);
    if (resumes && current !== to)
      throw new OperatorError('反方向的移动还没有完成；先把它做完', 'a move in the other direction is not complete; finish it first');
    if (!resumes && current === to)
      throw new OperatorError(
        to === 'cluster' ? '扫码记录已经分布在工作节点上' : '扫码记录已经在一个 PostgreSQL 里',
        to === 'cluster' ? 'the scans are on the workers already' : 'the scans are on one PostgreSQL already',
      );
    if (values['dry-run']) {
      const { scans, counters, seconds, pauseSeconds } = await estimate(owner, to, { shards });
      return sentence(
        `要移动 ${scans} 次扫码和 ${counters} 个计数，约 ${seconds} 秒；其中约 ${resumes ? 0 : pauseSeconds} 秒内不能扫码`,
        `${scans} scans and ${counters} counters would move in about ${seconds} s; for about ${resumes ? 0 : pauseSeconds} s of it no scan is recorded`,
      );
    }
    const start = performance.now();
    const { scans } = await move(owner, to, { shards, report: (message) => console.error(message) });
    const seconds = Math.ceil((performance.now() - start) / 1000);
    return sentence(`已完成：${scans} 次扫码，${seconds} 秒`, `done: ${scans} scans in ${seconds} s`);
  });
}
