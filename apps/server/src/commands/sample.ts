import { Refusal, sentence } from '../refusal.ts';
import { type Command, wholeNumber } from './command.ts';

export const sample: Command = {
  words: ['sample'],
  arguments: '[--codes <n>] [--scans <n>] | --remove',
  about: sentence('装入示例业务，或删除它', 'load the sample business, or remove it'),
  options: { codes: { type: 'string' }, scans: { type: 'string' }, remove: { type: 'boolean' } },
  least: 0,
  most: 0,
  async run(installation, { values: { codes, scans, remove } }) {
    const sampleService = await import('../features/tool/sample/sample.service.ts');
    if (remove) {
      if (codes !== undefined || scans !== undefined) throw new Refusal('--remove 不与 --codes、--scans 同用', '--remove stands alone');
      await sampleService.removeSample(installation);
      return sentence('示例业务已删除', 'the sample business is removed');
    }
    const large = {
      codes: wholeNumber('--codes', codes ?? scans ?? '0', 0),
      scans: wholeNumber('--scans', scans ?? '0', 0),
    };
    if (large.codes === 0 && large.scans > 0) throw new Refusal('没有码就没有扫码；--codes 至少为 1', '--scans needs --codes of 1 or more');
    const loaded = await sampleService.loadSample(installation);
    if (large.codes === 0 && !loaded) return sentence('示例业务已在，未作改动', 'the sample business is there already');
    if (large.codes === 0) return sentence('示例业务已装入', 'the sample business is loaded');
    await sampleService.loadLarge(installation, large, (done) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} / ${large.scans}`);
    });
    return sentence(
      `示例业务已装入，另有 ${large.codes} 个码、${large.scans} 次扫码`,
      `the sample business and ${large.codes} codes with ${large.scans} scans are loaded`,
    );
  },
};
