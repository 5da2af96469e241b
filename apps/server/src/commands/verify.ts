import { sentence } from '../refusal.ts';
import type { Command } from './command.ts';

export const verify: Command = {
  words: ['verify'],
  arguments: '<code>',
  about: sentence('查验一个码，不计入扫码次数', 'look a code up without counting a scan'),
  least: 1,
  most: 1,
  async run(installation, { positionals: [text = ''] }) {
    const verificationService = await import('../features/public/verification/verification.service.ts');
    return JSON.stringify(await verificationService.verifyByOperator(installation, text), null, 2);
  },
};
