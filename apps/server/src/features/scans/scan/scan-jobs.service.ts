import { scans } from '@suyuan/contract';
import { now as databaseTime } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findInstallationValue } from '../../../platform/db/installation-value.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as serverService from '../../monitoring/server/server.service.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as queries from './scan-jobs.queries.ts';

const DAY = 86_400_000;
/** The last anonymised day, so that no day is processed twice. */
export const ANONYMISED_DAY = 'scan.blurred';

/** Anonymises scans older than the setting; counters and verdicts remain. Resolves to the number of scans. */
export async function anonymiseOldScans(db: Db, now = databaseTime()): Promise<number> {
  const days = await settingService.number(db, 'suyuan.scan.keepAddressDays', 180);
  if (days === 0) return 0;
  const last = dayOf(now - days * DAY);
  const lastDone = await findInstallationValue(db, ANONYMISED_DAY);
  const first = lastDone ? dayOf(Date.parse(`${lastDone}T00:00:00+08:00`) + DAY) : await queries.findFirstDay(db);
  if (!first) return 0;
  let anonymised = 0;
  for (let day = first; day < last; day = dayOf(Date.parse(`${day}T00:00:00+08:00`) + DAY)) {
    anonymised += await queries.anonymiseDay(db, day);
    await queries.recordAnonymisedDay(db, ANONYMISED_DAY, day);
  }
  return anonymised;
}

/** Notifies staff of at least `limit` unknown codes in the last `minutes`, at most once an hour. The count stops at the limit. */
export async function watchUnknown(db: Db, minutes: number, limit: number): Promise<{ count: number; notified: boolean }> {
  const count = await queries.countUnknown(db, minutes, limit);
  if (count < limit) return { count, notified: false };
  return inTransaction(db, async (tx) => {
    if (!(await serverService.claimAlarm(tx, 'unknown codes'))) return { count, notified: false };
    await noticeService.createSystemNotice(tx, {
      // stored texts are in Chinese, as in all logs
      noticeTitle: `未知码增多：${minutes} 分钟内至少 ${count} 次`,
      noticeContent: `<p>最近 ${minutes} 分钟内，查无此码的扫码达到 ${count} 次。可能有人在试码，或市面上有假码。</p><p><a href="/manage/codeRecord?verdict=unknown">打开码记录</a></p>`,
      audience: scans.permission('list'),
    });
    return { count, notified: true };
  });
}

/** Scans before activation per day and batch that rule out an accident. */
const EARLY_LIMIT = 20;
/** Maximum scans to count. */
const MAX_EARLY = 10_000;

/** Notifies staff, at most once a day, because such codes may have leaked from a printing company or a file. */
export async function watchEarly(db: Db): Promise<{ count: number; notified: boolean }> {
  const { count, ofOneBatch } = await queries.countEarly(db, MAX_EARLY);
  if (ofOneBatch < EARLY_LIMIT) return { count, notified: false };
  return inTransaction(db, async (tx) => {
    if (!(await serverService.claimAlarm(tx, 'early codes', 24))) return { count, notified: false };
    await noticeService.createSystemNotice(tx, {
      noticeTitle: `未激活的码被扫：一天内至少 ${count} 次`,
      noticeContent: `<p>最近一天，还没有激活的码被扫了至少 ${count} 次，有一个批次达到 ${ofOneBatch} 次。码可能从印刷厂或文件中流出。</p><p><a href="/manage/codeRecord?verdict=notActivated&amp;inspection=0">打开码记录</a></p>`,
      audience: scans.permission('list'),
    });
    return { count, notified: true };
  });
}
