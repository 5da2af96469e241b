import { sentence } from '../../platform/refusal.ts';
import type { Command } from './command.ts';

export const figuresRebuild: Command = {
  words: ['figures', 'rebuild'],
  arguments: '',
  about: { 'zh-CN': '按码记录重新统计首页和各图表的数字', 'en-US': 'rebuild the figures of home and charts from the scans' },
  log: { title: '统计', type: 'other' },
  least: 0,
  most: 0,
  async run({ db }) {
    const figureService = await import('../../features/insights/figure/figure.service.ts');
    const { scans, retained: incompleteMonths } = await figureService.rebuild(db);
    await figureService.followAllCodes(db);
    return [
      sentence(`数字已重新统计：${scans} 次扫码`, `the figures are rebuilt: ${scans} scans`),
      ...incompleteMonths.map(({ month, scans }) =>
        sentence(
          `${month} 有 ${scans} 次扫码的记录不全，数字保留原样`,
          `${month}: figures of ${scans} scans are kept, because their scans are not all on file`,
        ),
      ),
    ].join('\n');
  },
};
