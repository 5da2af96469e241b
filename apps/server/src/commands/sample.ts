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
    const { loadSample, removeSample } = await import('../features/tool/sample/sample.service.ts');
    if (remove) {
      if (codes !== undefined || scans !== undefined) throw new Refusal('--remove 不与 --codes、--scans 同用', '--remove stands alone');
      await removeSample(installation);
      return sentence('示例业务已删除', 'the sample business is removed');
    }
    await loadSample(installation, {
      ...(codes !== undefined && { codes: wholeNumber('--codes', codes, 1) }),
      ...(scans !== undefined && { scans: wholeNumber('--scans', scans, 0) }),
    });
    return sentence('示例业务已装入', 'the sample business is loaded');
  },
};
