import { Refusal, sentence } from '../refusal.ts';
import { type Command, wholeNumber } from './command.ts';

export const keyRotate: Command = {
  words: ['key', 'rotate'],
  arguments: '[<spaceId>]',
  about: sentence('为码空间启用新一期密钥，旧码照常查验', 'begin a new key epoch of one or all code spaces; old codes verify on'),
  least: 0,
  most: 1,
  async run({ db }, { positionals: [space] }) {
    const codeSpaceService = await import('../features/manage/codeSpace/codeSpace.service.ts');
    const rotated = await codeSpaceService.rotateKeys(db, space === undefined ? undefined : wholeNumber('spaceId', space, 1));
    if (rotated.length === 0) throw new Refusal('还没有码空间', 'there is no code space yet', { exitCode: 1 });
    return rotated
      .map(({ spaceId, epoch }) => sentence(`码空间 ${spaceId} 现用第 ${epoch} 期密钥`, `code space ${spaceId} is in epoch ${epoch}`))
      .join('\n');
  },
};
