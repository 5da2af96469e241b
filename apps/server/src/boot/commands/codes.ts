import type { Language, Translate } from '@suyuan/contract';
import type { VerificationPreview } from '../../features/scans/verification/verification.service.ts';
import { sentence } from '../../platform/operator-error.ts';
import { type Command, wholeNumber } from './command.ts';

export const issue: Command = {
  words: ['issue'],
  arguments: '<batchId>',
  about: { 'zh-CN': '为已审批的批次生码', 'en-US': 'issue the codes of an approved batch' },
  log: { title: '批次管理', type: 'edit', isAtomic: true },
  least: 1,
  async run(installation, { positionals: [batchId] }) {
    const id = wholeNumber('batchId', batchId, 1);
    const batchService = await import('../../features/codes/batch/batch.service.ts');
    await batchService.issueByOperator(installation, id);
    return sentence(`批次 ${id} 已生码`, `the codes of batch ${id} are issued`);
  },
};

export const verify: Command = {
  words: ['verify'],
  arguments: '<code> [--json]',
  about: {
    'zh-CN': '查验一个码，不计入验证次数；--json 输出全部字段',
    'en-US': 'look a code up without counting a scan; --json prints all fields',
  },
  options: { json: { type: 'boolean' } },
  least: 1,
  async run(installation, { positionals: [text = ''], values, language }) {
    const verificationService = await import('../../features/scans/verification/verification.service.ts');
    const facts = await verificationService.previewVerification(installation, text);
    return values.json ? JSON.stringify(facts, null, 2) : factsText(facts, language, installation.translate[language]);
  },
};

/** One line: next result, product, previous scans. */
function factsText({ verdict, reason, leak, code }: VerificationPreview, language: Language, t: Translate): string {
  const result = [t(`verify.${verdict}.title`), ...(reason ? [t(`manage.codeRecord.reason.${reason}`)] : [])].join(' · ');
  if (!code) return result;
  const { batchNo, categoryName, ordinal, scans, firstTime, lastTime } = code;
  const status = t(`manage.code.status.${code.status ?? 'issued'}`);
  return {
    'zh-CN': () =>
      [
        `${result}：${categoryName}，批次 ${batchNo} 第 ${ordinal} 枚，${status}`,
        scans === 0 ? '没有扫码' : `扫码 ${scans} 次，首次 ${firstTime ?? '—'}，最近 ${lastTime ?? '—'}`,
        ...(leak ? ['这枚码不应已在市场上'] : []),
      ].join('；'),
    'en-US': () =>
      [
        `${result}: ${categoryName}, batch ${batchNo}, code ${ordinal}, ${status}`,
        scans === 0 ? 'no scans' : `${scans} ${scans === 1 ? 'scan' : 'scans'}, first ${firstTime ?? '—'}, last ${lastTime ?? '—'}`,
        ...(leak ? ['this code should not be on the market yet'] : []),
      ].join('; '),
  }[language]();
}
