import { sentence } from '../refusal.ts';
import { type Command, wholeNumber } from './command.ts';

export const keyRetire: Command = {
  words: ['key', 'retire'],
  arguments: '<spaceId> <epoch>',
  about: sentence('停用一期旧密钥，它的码不再认作真码', 'retire an old key epoch; its codes verify no more'),
  least: 2,
  most: 2,
  async run({ db }, { positionals: [space = '', epoch = ''] }) {
    const codeSpaceService = await import('../features/manage/codeSpace/codeSpace.service.ts');
    const [spaceId, retired] = [wholeNumber('spaceId', space, 1), wholeNumber('epoch', epoch, 1)];
    await codeSpaceService.retireEpoch(db, spaceId, retired);
    return sentence(`码空间 ${spaceId} 的第 ${retired} 期密钥已停用`, `epoch ${retired} of code space ${spaceId} is retired`);
  },
};
