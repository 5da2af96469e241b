import { inTransaction } from '../../platform/db/transaction.ts';
import { problemMessage } from '../../platform/http/refusal.ts';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import { Problem } from '../../platform/problem.ts';
import { type Command, wholeNumber } from './command.ts';

export const keyRetire: Command = {
  words: ['key', 'retire'],
  arguments: '<spaceId> <epoch> [--yes]',
  about: { 'zh-CN': '停用一期旧密钥，它的码不再认作真码', 'en-US': 'retire an old key epoch; its codes verify no more' },
  options: { yes: { type: 'boolean' } },
  log: { title: '码空间', type: 'edit', isAtomic: true },
  least: 2,
  async run({ db }, { values, positionals: [space = '', epoch = ''] }) {
    const codeSpaceService = await import('../../features/codes/code-space/code-space.service.ts');
    const [spaceId, epochNumber] = [wholeNumber('spaceId', space, 1), wholeNumber('epoch', epoch, 1)];
    try {
      await inTransaction(db, async (tx) => {
        // validate before requesting confirmation; a refusal rolls this back
        await codeSpaceService.retireEpoch(tx, spaceId, epochNumber);
        const { codes, batches } = await codeSpaceService.countIssued(tx, spaceId, epochNumber);
        // a retired epoch cannot be restored, and products with its codes are on sale
        if (codes === 0 || values.yes === true) return;
        throw new OperatorError(
          `码空间 ${spaceId} 的第 ${epochNumber} 期发过 ${codes} 枚码（${batches} 个批次），停用后都不再认作真码，不能撤销；确定要停用就加上 --yes`,
          `${codes} codes of ${batches} batches were issued in epoch ${epochNumber} of code space ${spaceId} and would verify no more, which cannot be undone; add --yes if that is meant`,
          { exitCode: 1 },
        );
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.problem !== 'notFound') throw error;
      const epochsInUse =
        (await codeSpaceService.epochsInUse(db)).map((each) => `${each.spaceId}: ${each.epochs.join(' ')}`).join('; ') || '—';
      throw new OperatorError(
        `码空间 ${spaceId} 没有在用的第 ${epochNumber} 期密钥；在用的有（码空间: 密钥期）${epochsInUse}`,
        `code space ${spaceId} has no epoch ${epochNumber} in use; those in use are, by code space: ${epochsInUse}`,
        { exitCode: 1, cause: error },
      );
    }
    return sentence(`码空间 ${spaceId} 的第 ${epochNumber} 期密钥已停用`, `epoch ${epochNumber} of code space ${spaceId} is retired`);
  },
};

export const keyRotate: Command = {
  words: ['key', 'rotate'],
  arguments: '[<spaceId>]',
  about: {
    'zh-CN': '为码空间启用新一期密钥，旧码照常查验',
    'en-US': 'begin a new key epoch of one or all code spaces; old codes verify on',
  },
  log: { title: '码空间', type: 'edit' },
  most: 1,
  async run({ db, translate }, { positionals: [space] }) {
    const codeSpaceService = await import('../../features/codes/code-space/code-space.service.ts');
    const { newEpochs: started, refusals } = await codeSpaceService.rotateKeys(
      db,
      space === undefined ? undefined : wholeNumber('spaceId', space, 1),
    );
    if (started.length + refusals.length === 0) throw new OperatorError('还没有码空间', 'there is no code space yet', { exitCode: 1 });
    const done = started
      .map(({ spaceId, epoch }) => sentence(`码空间 ${spaceId} 现用第 ${epoch} 期密钥`, `code space ${spaceId} is in epoch ${epoch}`))
      .join('\n');
    if (refusals.length === 0) return done;
    // print successes first, because the refusal ends the command
    if (done) console.log(done);
    const chinese = refusals.map(({ spaceId, ruleNames, problem }) => {
      const why = problemMessage({ language: 'zh-CN', t: translate['zh-CN'] }, problem);
      return `码空间 ${spaceId}（规则：${ruleNames.join('、') || '无'}）未启用新密钥：${why}`;
    });
    const english = refusals.map(({ spaceId, ruleNames, problem }) => {
      const why = problemMessage({ language: 'en-US', t: translate['en-US'] }, problem);
      return `code space ${spaceId} (rules: ${ruleNames.join(', ') || 'none'}) stays in its epoch: ${why}`;
    });
    throw new OperatorError(chinese.join('；'), english.join('; '), { exitCode: 1 });
  },
};
