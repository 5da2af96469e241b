/** Words of the sample business and its removal. */
export const sample = {
  'tool.sample': '示例业务',
  'tool.sample.there': '示例业务还在：{batches, number} 个批次，连同码、扫码、案件和往来单位。正式使用前可以一次删除。',
  'tool.sample.remove': '删除示例业务',
  'tool.sample.removeAsk': '删除示例业务？',
  'tool.sample.removeMeans':
    '示例的批次连同码、扫码、案件与溯源记录全部删除，不能找回。您自己的记录用到的示例资料会留下，归您所有，留下的渠道商获授权的品类也留下，删完后在通知里逐一列出；示例账号删除，名下有您的记录的改为停用。',
  'tool.sample.removing': '正在删除示例业务，可以离开这个页面，结束后会通知您。',
  'tool.sample.removed': '示例业务已删除',
} as const;
