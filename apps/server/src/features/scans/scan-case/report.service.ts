import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as inbox from './inbox.queries.ts';
import * as queries from './report.queries.ts';
import * as cases from './scan-case.queries.ts';

export interface NewReport extends Omit<queries.ReportRow, 'caseId'> {
  /** Absent if the text is not an issued code. */
  place?: { batchId: number; level: number; ordinal: number } | undefined;
}

/** Adds a report to the open case of its code, or opens one. @throws reportTwice */
export const addReport = (db: Db, { place, ...report }: NewReport): Promise<number> =>
  inTransaction(db, async (tx) => {
    const newCase = { reason: 'reported', createBy: null, deptId: null };
    const { caseId, opened } = place ? await inbox.openForCode(tx, place, newCase) : await inbox.openForText(tx, report.codeText ?? '', newCase);
    if (opened) await cases.insertEvent(tx, { caseId, action: 'open', userId: null, note: report.region });
    if (!(await queries.insert(tx, { ...report, caseId }))) throw new Problem('reportTwice');
    if (report.scanId && place) {
      const scans = [{ scanId: report.scanId, batchId: place.batchId, ordinal: place.ordinal }];
      await inbox.addScans(tx, caseId, scans, { time: new Date(now()).toISOString(), region: report.region });
    }
    await queries.incrementReports(tx, caseId, report.region);
    await cases.insertEvent(tx, { caseId, action: 'report', userId: null, note: report.words?.slice(0, 200) ?? null });
    return caseId;
  });
