import { decideCase } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { asText } from '../../../platform/html/safe-html.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as queries from './told.queries.ts';

/** Minutes between notices of a department, so that a burst causes only one more. */
const QUIET_MINUTES = 10;
/** Maximum cases per notice, and maximum listed by name. */
const MOST = 1000;
const NAMED = 10;

type Cause = 'suspect' | 'diversion' | 'leak' | 'pin' | 'report';

const causes: Partial<Record<string, Cause>> = { reported: 'report', otherRegion: 'diversion', leak: 'leak', pinReused: 'pin' };

/** Cause as named in the setting; undefined for a case that staff opened. */
function causeOf(reason: string): Cause | undefined {
  if (reason === 'inspected') return undefined;
  return causes[reason] ?? 'suspect';
}

/**
 * One notice per department for new cases; later cases wait ten minutes. Any number of processes may call it. Resolves to the number of
 * cases.
 */
export async function notifyOfCases(db: Db): Promise<number> {
  if (!(await queries.hasUnnotified(db))) return 0;
  const telling = (await configService.get(db, 'suyuan.case.noticeReasons')).split(',');
  return inTransaction(db, async (tx) => {
    const taken = await queries.take(tx, { audience: decideCase.permission, minutes: QUIET_MINUTES, most: MOST });
    const told = taken.flatMap((row) => {
      const cause = causeOf(row.reason);
      return cause && telling.includes(cause) ? [{ ...row, cause }] : [];
    });
    for (const [deptId, cases] of Map.groupBy(told, (row) => row.deptId))
      await noticeService.file(tx, { ...noticeOf(cases), audience: decideCase.permission, deptId });
    return told.length;
  });
}

type CachedSession = queries.UntoldCase & { cause: Cause };

const nameOf = (cause: Cause) => zhCN[`system.config.choice.suyuan.case.noticeReasons.${cause}`];

/** Stored titles are in Chinese, as in all logs of the system. */
function noticeOf(cases: CachedSession[]) {
  const counts = [...Map.groupBy(cases, ({ cause }) => cause)].map(([cause, rows]) => `${nameOf(cause)} ${rows.length}`);
  const items = cases.slice(0, NAMED).map(({ caseId, cause, batchNo, categoryName, codeText, lastRegion }) => {
    const about = [categoryName, batchNo, codeText?.slice(0, 40), lastRegion].filter(Boolean).join(' · ');
    return `<li><a href="/manage/codeCase/${caseId}">${nameOf(cause)} #${caseId}</a> ${asText(about)}</li>`;
  });
  const rest = cases.length > NAMED ? `<p>另有 ${cases.length - NAMED} 起。</p>` : '';
  return {
    noticeTitle: `新案件 ${cases.length} 起：${counts.join('、')}`.slice(0, 50),
    noticeContent: `<ul>${items.join('')}</ul>${rest}<p><a href="/manage/codeCase?unjudged=1">打开案件处理</a></p>`,
  };
}
