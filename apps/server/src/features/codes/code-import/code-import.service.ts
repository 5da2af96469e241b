import { type BatchState, batches, type CodeImport, type CodeImportForm } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as taskService from '../../system/task/task.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as queries from './code-import.queries.ts';

export { discardCodesTask, importCodesTask } from './import-task.service.ts';

/** Imports per list. */
const MAX_ROWS = 100;

const importableStates: readonly BatchState[] = ['approved', 'issued', 'active'];

/** @throws notFound, codesNotForeign, batchStateWrong, codeImportFull */
export async function assertImportable(ctx: Context, batchId: number) {
  await batchService.read(ctx, batchId);
  const { state, kind, ruleName, quantity, codes } = orNotFound(await queries.findBatch(ctx.db, batchId));
  if (kind !== 'stored') throw new Problem('codesNotForeign', { ruleName });
  if (!importableStates.includes(state)) {
    const allowed = batchService.formatStates(ctx, importableStates);
    throw new Problem('batchStateWrong', { state: batchService.stateWord(state), step: batches.word('step.importCodes'), allowed });
  }
  if (codes >= quantity) throw new Problem('codeImportFull', { quantity });
}

export interface ReceivedFile {
  file: Awaited<ReturnType<typeof fileService.generate>>;
  lines: number;
}

/** One import at a time per batch. @throws as `assertTakes`, codeImportOpen */
export async function begin(ctx: Context, batchId: number, form: CodeImportForm, { file, lines }: ReceivedFile) {
  const { db, actor } = ctx;
  await batchService.lock(ctx, batchId);
  await assertImportable(ctx, batchId);
  const [storedFile] = await fileService.publish(ctx, [file], 'import');
  const row = {
    batchId,
    fileName: file.originalName,
    filePath: fileService.pathOf(orNotFound(storedFile).fileName),
    bytes: file.bytes,
    lineCount: lines,
    separator: form.separator ?? null,
    columnNo: form.column ?? 1,
    header: form.header ?? false,
    keepGood: form.keepGood ?? false,
    createBy: actor.userId,
  };
  const { importId } = await mapConstraintErrors({ code_import_open_key: 'codeImportOpen' }, {}, queries.insert(db, row));
  const task = { kind: 'importCodes', subject: file.originalName, payload: { importId }, createBy: actor.userId };
  return { importId, taskId: await taskService.enqueue(db, task) };
}

/** @throws notFound */
export async function list(ctx: Context, batchId: number): Promise<CodeImport[]> {
  await batchService.read(ctx, batchId);
  return queries.list(ctx.db, batchId, MAX_ROWS);
}

/** Rejected lines. @throws notFound */
export async function report(ctx: Context, batchId: number, importId: number) {
  const { db, t } = ctx;
  await batchService.read(ctx, batchId);
  const row = await queries.find(db, importId);
  if (row?.batchId !== batchId) throw new Problem('notFound');
  async function* lines() {
    yield Buffer.from(`\u{feff}${t('manage.codeImport.reportLines')},${t('manage.codeImport.reportCause')}\r\n`);
    for (let after = 0; ; ) {
      const faults = await queries.listFaults(db, importId, after, 1000);
      if (faults.length === 0) return;
      const text = faults.map(
        ({ lineFrom, lineTo, cause }) =>
          `${lineFrom === lineTo ? lineFrom : `${lineFrom}-${lineTo}`},${t(`manage.codeImport.cause.${cause}`)}\r\n`,
      );
      yield Buffer.from(text.join(''));
      after = faults.at(-1)?.lineFrom ?? 0;
    }
  }
  return { name: `${row.fileName.replace(/\.[^.]*$/, '')}_report.csv`, body: lines() };
}
