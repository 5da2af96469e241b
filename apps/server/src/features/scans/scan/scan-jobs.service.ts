import { scans, type Translate } from '@suyuan/contract';
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
export async function watchUnknown(db: Db, minutes: number, limit: number) {
  const count = await queries.countUnknown(db, minutes, limit);
  const texts = (t: Translate) => ({
    noticeTitle: t('manage.codeRecord.unknownNotice', { minutes, count }),
    noticeContent: `<p>${t('manage.codeRecord.unknownNotice.text', { minutes, count })}</p><p><a href="/manage/codeRecord?verdict=unknown">${t('manage.codeRecord.open')}</a></p>`,
  });
  return { count, notified: count >= limit && (await notifyStaff(db, { alarm: 'unknown codes', hours: 1 }, texts)) };
}

/** False if the alarm was raised within the last `hours`. */
const notifyStaff = (
  db: Db,
  { alarm, hours }: { alarm: string; hours: number },
  texts: Parameters<typeof noticeService.createSystemNotice>[1]['texts'],
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await serverService.claimAlarm(tx, alarm, hours))) return false;
    await noticeService.createSystemNotice(tx, { texts, audience: scans.permission('list') });
    return true;
  });

/** Scans before activation per day and batch that rule out an accident. */
const EARLY_LIMIT = 20;
/** Maximum scans to count. */
const MAX_EARLY = 10_000;

/** Notifies staff, at most once a day, because such codes may have leaked from a printing company or a file. */
export async function watchEarly(db: Db) {
  const { count, ofOneBatch } = await queries.countEarly(db, MAX_EARLY);
  const texts = (t: Translate) => ({
    noticeTitle: t('manage.codeRecord.earlyNotice', { count }),
    noticeContent: `<p>${t('manage.codeRecord.earlyNotice.text', { count, ofOneBatch })}</p><p><a href="/manage/codeRecord?verdict=notActivated&amp;inspection=0">${t('manage.codeRecord.open')}</a></p>`,
  });
  return { count, notified: ofOneBatch >= EARLY_LIMIT && (await notifyStaff(db, { alarm: 'early codes', hours: 24 }, texts)) };
}
