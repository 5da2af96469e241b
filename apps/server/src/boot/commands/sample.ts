import type { Kept } from '../../features/devtools/sample/removal.service.ts';
import { OperatorError, type Sentence, sentence } from '../../platform/operator-error.ts';
import { type Command, wholeNumber } from './command.ts';

/** Scans between two progress reports of a large sample. */
const REPORT_INTERVAL = 1_000_000;

export const sample: Command = {
  words: ['sample'],
  arguments: '[--codes <n> [--scans <n>]] | --remove',
  about: {
    'zh-CN': '装入示例业务（可带大批量的码与扫码），或删除它',
    'en-US': 'load the sample data (optionally with many codes and scans), or remove it',
  },
  options: { codes: { type: 'string' }, scans: { type: 'string' }, remove: { type: 'boolean' } },
  log: { title: '示例业务', type: 'other' },
  async run(installation, { values: { codes, scans, remove } }) {
    if (remove && (codes !== undefined || scans !== undefined))
      throw new OperatorError('--remove 不与 --codes、--scans 同用；只写 --remove', '--remove stands alone: leave out --codes and --scans');
    if (scans !== undefined && codes === undefined)
      throw new OperatorError('--scans 需与 --codes 同用；再写上 --codes', '--scans goes with --codes: give that one too');
    const size =
      codes === undefined
        ? undefined
        : { codes: wholeNumber('--codes', codes, 1), scans: scans === undefined ? 0 : wholeNumber('--scans', scans, 0) };

    const sampleService = await import('../../features/devtools/sample/sample.service.ts');
    if (remove) return removalReport(await sampleService.removeSample(installation));
    const isNew = await sampleService.loadSample(installation, installation.englishEnabled ? 'en-US' : 'zh-CN');
    if (!size)
      return isNew
        ? sentence('示例业务已装入', 'the sample data is loaded')
        : sentence('示例业务已经在了', 'the sample data is there already');
    let lastReported = 0;
    await sampleService.loadLarge(installation, size, (done) => {
      if (done - lastReported < REPORT_INTERVAL) return;
      lastReported = done;
      console.error(`  ${done} / ${size.scans}`);
    });
    return sentence(`已装入 ${size.codes} 枚码、${size.scans} 次扫码`, `${size.codes} codes and ${size.scans} scans are loaded`);
  },
};

function removalReport({ users, suppliers, dealers, goods, rules }: Kept): Sentence {
  const records = [...suppliers, ...dealers, ...goods.map(({ name }) => name), ...rules];
  const sentences: [chinese: string, english: string][] = [['示例业务已删除', 'the sample data is removed']];
  if (records.length > 0)
    sentences.push([
      `您自己的记录用到的留下，归您所有：${records.join('、')}`,
      `what your own records use stays and is yours: ${records.join(', ')}`,
    ]);
  const authorizedGoods = goods.filter(({ ofBatch }) => !ofBatch);
  const dealerNames = [...new Set(authorizedGoods.flatMap((each) => each.dealers))];
  if (authorizedGoods.length > 0)
    sentences.push([
      `商品 ${authorizedGoods.map(({ name }) => name).join('、')} 留下，是因为渠道商 ${dealerNames.join('、')} 有它们的授权；在授权中移除后就可以删除`,
      `${authorizedGoods.map(({ name }) => name).join(', ')} kept because ${dealerNames.join(', ')} may sell them; take them out of their authority to remove them`,
    ]);
  if (users.length > 0)
    sentences.push([
      `示例账号 ${users.join('、')} 名下还有您的记录，已停用而没有删除，要继续用时由 admin 在用户管理中启用`,
      `your own records name ${users.join(', ')}, who are disabled, not removed: admin can enable them under Users`,
    ]);
  return sentence(sentences.map(([chinese]) => chinese).join('；'), sentences.map(([, english]) => english).join('; '));
}
