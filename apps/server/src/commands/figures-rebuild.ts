import { sentence } from '../refusal.ts';
import type { Command } from './command.ts';

export const figuresRebuild: Command = {
  words: ['figures', 'rebuild'],
  arguments: '',
  about: sentence('按码记录重新统计首页和各图表的数字', 'count the figures of home and charts anew from the scans'),
  least: 0,
  most: 0,
  async run({ db }) {
    const figureService = await import('../features/manage/figure/figure.service.ts');
    await figureService.rebuild(db);
    await figureService.followAllCodes(db);
    return sentence('数字已重新统计', 'the figures are counted anew');
  },
};
