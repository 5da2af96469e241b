import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { byteOf } from '../../codes/bulk-action/list-report.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as queries from './records.queries.ts';
import { insertEvents } from './sample.queries.ts';
import type { SampleData } from './sample-data.ts';
import { momentOf } from './timeline.ts';

/** Codes of the list that a printer returned. */
const PRINTED = 240;
/** Lines that the scanner read twice. */
const REPEATED = [17, 88];
const DAYS_AGO = 10.3;
const SECONDS = 4;

interface Desk {
  clerk: number;
  deptId: number | null;
  now: number;
}

/**
 * A bulk action on the codes that a printer confirmed as printed, with two repeated lines and a torn label, so that its report has
 * every kind of result. Does nothing without an issued batch.
 */
export async function loadBulkAction(db: Db, { texts }: SampleData, { clerk, deptId, now }: Desk, installation: Installation) {
  const batch = (await queries.listIssued(db)).find(({ state }) => state === 'issued');
  if (!batch) return;
  const { batchId } = batch;
  const codes = await codeService.textsOf(
    installation,
    db,
    batchId,
    Array.from({ length: PRINTED }, (_, ordinal) => ordinal),
  );
  const repeated = codes.filter((_, ordinal) => REPEATED.includes(ordinal));
  const [torn = ''] = codes;
  const lines = [...codes, ...repeated, torn.slice(0, -2)];
  async function* source() {
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
  const fileName = texts.printedList;
  const file = await fileService.generate(installation, source(), {
    originalName: fileName,
    ending: 'txt',
    type: 'text/plain; charset=utf-8',
  });
  // the cast: storing a file needs only the user id
  const owner = { db, installation, actor: { userId: clerk } as Context['actor'] };
  const [stored] = await fileService.publish(owner, [file], 'codeList');
  const time = momentOf(now, DAYS_AGO);
  const outcomes = Buffer.from([...codes.map(() => byteOf('done')), ...repeated.map(() => byteOf('already')), byteOf('unreadable')]);
  await queries.insertBulkAction(
    db,
    {
      ...{ act: 'print', fileName, file: fileService.pathOf(stored?.fileName ?? ''), encoding: 'utf-8', delimiter: null },
      ...{ state: 'done', total: lines.length, done: lines.length },
      ...{ doneCount: codes.length, alreadyCount: repeated.length, refusedCount: 1 },
      ...{ deptId, createBy: clerk },
      createTime: new Date(time).toISOString(),
      finishTime: new Date(time + SECONDS * 1000).toISOString(),
    },
    outcomes,
  );
  await codeService.applyStep(db, [{ batchId, level: 0, from: 0, count: PRINTED }], 'print', { reason: null });
  const run = { level: 0, ordinalFrom: 0, count: PRINTED };
  await insertEvents(db, [{ batchId, action: 'print', userId: clerk, eventTime: new Date(time).toISOString(), reason: fileName, ...run }]);
}
