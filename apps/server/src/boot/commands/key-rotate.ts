import { problemMessage } from '../../platform/http/envelope.ts';
import { Refusal, sentence } from '../../platform/refusal.ts';
import { type Command, wholeNumber } from './command.ts';

export const keyRotate: Command = {
  words: ['key', 'rotate'],
  arguments: '[<spaceId>]',
  about: {
    'zh-CN': '为码空间启用新一期密钥，旧码照常查验',
    'en-US': 'begin a new key epoch of one or all code spaces; old codes verify on',
  },
  log: { title: '码空间', type: 'edit' },
  least: 0,
  most: 1,
  async run({ db, translate }, { positionals: [space] }) {
    const codeSpaceService = await import('../../features/codes/code-space/code-space.service.ts');
    const { newEpochs: started, refusals } = await codeSpaceService.rotateKeys(db, space === undefined ? undefined : wholeNumber('spaceId', space, 1));
    if (started.length + refusals.length === 0) throw new Refusal('还没有码空间', 'there is no code space yet', { exitCode: 1 });
    const done = started
      .map(({ spaceId, epoch }) => sentence(`码空间 ${spaceId} 现用第 ${epoch} 期密钥`, `code space ${spaceId} is in epoch ${epoch}`))
      .join('\n');
    if (refusals.length === 0) return done;
    // print successes first, because the refusal ends the command
    if (done) console.log(done);
    const chinese = refusals.map(({ spaceId, ruleNames, problem }) => {
      const why = problemMessage({ t: translate['zh-CN'] }, problem);
      return `码空间 ${spaceId}（规则：${ruleNames.join('、') || '无'}）未启用新密钥：${why}`;
    });
    const english = refusals.map(({ spaceId, ruleNames, problem }) => {
      const why = problemMessage({ t: translate['en-US'] }, problem);
      return `code space ${spaceId} (rules: ${ruleNames.join(', ') || 'none'}) stays in its epoch: ${why}`;
    });
    throw new Refusal(chinese.join('；'), english.join('; '), { exitCode: 1 });
  },
};
