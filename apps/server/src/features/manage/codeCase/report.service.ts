import type { Db } from '../../../db/database.types.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { Problem } from '../../../http/problem.ts';
import * as cases from './codeCase.queries.ts';
import * as inbox from './inbox.queries.ts';
import * as queries from './report.queries.ts';

/** What a shopper tells of a code. */
export interface NewReport {
  /** The scan whose page it was sent from; absent where the code was typed. */
  scanId?: string | undefined;
  /** Where the code is; absent where it is none of ours. */
  place?: { batchId: number; level: number; ordinal: number } | undefined;
  codeText: string | null;
  words: string | null;
  contact: string | null;
  boughtAt: string | null;
  /** A JPEG without what a camera adds. */
  picture: Buffer | null;
  region: string | null;
  ip: string | null;
  device: Buffer;
}

/** Files a report with the case of its code, which it opens where none is open. @throws reportTwice */
export const takeReport = (db: Db, { place, ...report }: NewReport): Promise<number> =>
  inTransaction(db, async (tx) => {
    const by = { reason: 'reported', createBy: null, deptId: null };
    const { caseId, opened } = place ? await inbox.openForCode(tx, place, by) : await inbox.openForText(tx, report.codeText ?? '', by);
    if (opened) await cases.insertEvent(tx, { caseId, action: 'open', userId: null, note: report.region });
    if (!(await queries.insert(tx, { ...report, caseId }))) throw new Problem('reportTwice');
    if (report.scanId && place) {
      const scans = [{ scanId: report.scanId, batchId: place.batchId, ordinal: place.ordinal }];
      await inbox.join(tx, caseId, scans, { time: new Date().toISOString(), region: report.region });
    }
    await queries.count(tx, caseId, report.region);
    await cases.insertEvent(tx, { caseId, action: 'report', userId: null, note: report.words?.slice(0, 200) ?? null });
    return caseId;
  });
