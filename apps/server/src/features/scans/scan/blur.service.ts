import { now as databaseTime } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { findInstallationValue } from '../../../platform/db/fact.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as configService from '../../system/setting/setting.service.ts';
import * as queries from './blur.queries.ts';

const DAY = 86_400_000;
/** The last anonymised day, so that no day is processed twice. */
const PROGRESS_FACT = 'scan.blurred';

/** Anonymises scans older than the setting; counters and verdicts remain. Resolves to the number of scans. */
export async function anonymiseOldScans(db: Db, now = databaseTime()): Promise<number> {
  const days = await configService.number(db, 'suyuan.scan.keepAddressDays', 180);
  if (days === 0) return 0;
  const last = dayOf(now - days * DAY);
  const lastDone = await findInstallationValue(db, PROGRESS_FACT);
  const first = lastDone ? dayOf(Date.parse(`${lastDone}T00:00:00+08:00`) + DAY) : await queries.findFirstDay(db);
  if (!first) return 0;
  let anonymised = 0;
  for (let day = first; day < last; day = dayOf(Date.parse(`${day}T00:00:00+08:00`) + DAY)) {
    anonymised += await queries.anonymiseDay(db, day);
    await queries.recordAnonymisedDay(db, PROGRESS_FACT, day);
  }
  return anonymised;
}
