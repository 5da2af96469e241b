import { Refusal, sentence } from '../refusal.ts';
import { type Command, wholeNumber } from './command.ts';

/** How often, in scans, a large sample tells how far it is. */
const STRIDE = 1_000_000;

export const sample: Command = {
  words: ['sample'],
  arguments: '[--codes <n> [--scans <n>]] | --remove',
  about: sentence('装入示例业务（可带大批量的码与扫码），或删除它', 'load the sample business, large if so asked, or remove it'),
  options: { codes: { type: 'string' }, scans: { type: 'string' }, remove: { type: 'boolean' } },
  least: 0,
  most: 0,
  async run(installation, { values: { codes, scans, remove } }) {
    if (remove && (codes !== undefined || scans !== undefined))
      throw new Refusal('--remove 不与 --codes、--scans 同用', '--remove stands alone');
    if (scans !== undefined && codes === undefined) throw new Refusal('--scans 需与 --codes 同用', '--scans goes with --codes');
    const size =
      codes === undefined
        ? undefined
        : { codes: wholeNumber('--codes', codes, 1), scans: scans === undefined ? 0 : wholeNumber('--scans', scans, 0) };

    const sampleService = await import('../features/tool/sample/sample.service.ts');
    if (remove) {
      await sampleService.removeSample(installation);
      return sentence('示例业务已删除', 'the sample business is removed');
    }
    const fresh = await sampleService.loadSample(installation);
    if (!size)
      return fresh
        ? sentence('示例业务已装入', 'the sample business is loaded')
        : sentence('示例业务已经在了', 'the sample business is there already');
    let told = 0;
    await sampleService.loadLarge(installation, size, (done) => {
      if (done - told < STRIDE) return;
      told = done;
      console.error(`  ${done} / ${size.scans}`);
    });
    return sentence(`已装入 ${size.codes} 个码、${size.scans} 次扫码`, 'loaded');
  },
};
