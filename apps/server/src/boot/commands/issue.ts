import { sentence } from '../../platform/operator-error.ts';
import { type Command, wholeNumber } from './command.ts';

export const issue: Command = {
  words: ['issue'],
  arguments: '<batchId>',
  about: { 'zh-CN': '为已审批的批次生码', 'en-US': 'issue the codes of an approved batch' },
  log: { title: '批次管理', type: 'edit' },
  least: 1,
  most: 1,
  async run(installation, { positionals: [batchId] }) {
    const id = wholeNumber('batchId', batchId, 1);
    const batchService = await import('../../features/codes/batch/batch.service.ts');
    await batchService.issueByOperator(installation, id);
    return sentence(`批次 ${id} 已生码`, `the codes of batch ${id} are issued`);
  },
};
