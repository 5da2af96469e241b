import { decideCase } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { escapeHtml } from '../../../platform/html/safe-html.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as queries from './told.queries.ts';

/** Minutes between notices of a department, so that a burst causes only one more. */
const QUIET_MINUTES = 10;
/** Maximum cases per notice, and maximum listed by name. */
const MAX_CASES = 1000;
const MAX_LISTED = 10;

type Cause = 'suspect' | 'diversion' | 'leak' | 'pin' | 'report';

const causeByReason: Partial<Record<string, Cause>> = { reported: 'report', otherRegion: 'diversion', leak: 'leak', pinReused: 'pin' };

/** Cause as named in the setting; undefined for a case that staff opened. */
function causeOf(reason: string): Cause | undefined {
  if (reason === 'inspected') return undefined;
  return causeByReason[reason] ?? 'suspect';
}

/**
 * One notice per department for new cases; later cases wait ten minutes. Any number of processes may call it. Resolves to the number of
 * cases.
 */
export async function notifyOfCases(db: Db): Promise<number> {
  if (!(await queries.hasUnnotified(db))) return 0;
  const noticeCauses = (await configService.get(db, 'suyuan.case.noticeReasons')).split(',');
  return inTransaction(db, async (tx) => {
    const newCases = await queries.takeUnnotified(tx, { audience: decideCase.permission, minutes: QUIET_MINUTES, most: MAX_CASES });
    const relevantCases = newCases.flatMap((row) => {
      const cause = causeOf(row.reason);
      return cause && noticeCauses.includes(cause) ? [{ ...row, cause }] : [];
    });
    for (const [deptId, cases] of Map.groupBy(relevantCases, (row) => row.deptId))
      await noticeService.createSystemNotice(tx, { ...noticeOf(cases), audience: decideCase.permission, deptId });
    return relevantCases.length;
  });
}

type NotifiedCase = queries.UnnotifiedCase & { cause: Cause };

const nameOf = (cause: Cause) => zhCN[`system.config.choice.suyuan.case.noticeReasons.${cause}`];

/** Stored titles are in Chinese, as in all logs of the system. */
function noticeOf(cases: NotifiedCase[]) {
  const counts = [...Map.groupBy(cases, ({ cause }) => cause)].map(([cause, rows]) => `${nameOf(cause)} ${rows.length}`);
  const items = cases.slice(0, MAX_LISTED).map(({ caseId, cause, batchNo, categoryName, codeText, lastRegion }) => {
    const description = [categoryName, batchNo, codeText?.slice(0, 40), lastRegion].filter(Boolean).join(' · ');
    return `<li><a href="/manage/codeCase/${caseId}">${nameOf(cause)} #${caseId}</a> ${escapeHtml(description)}</li>`;
  });
  const remainder = cases.length > MAX_LISTED ? `<p>另有 ${cases.length - MAX_LISTED} 起。</p>` : '';
  return {
    noticeTitle: `新案件 ${cases.length} 起：${counts.join('、')}`.slice(0, 50),
    noticeContent: `<ul>${items.join('')}</ul>${remainder}<p><a href="/manage/codeCase?unjudged=1">打开案件处理</a></p>`,
  };
}
