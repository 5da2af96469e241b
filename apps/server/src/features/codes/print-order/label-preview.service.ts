import { codes, type LabelPreviewQuery } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../code/code.service.ts';
import { svgOf } from './label-svg.ts';
import { matrixOf, measures } from './label-symbol.ts';
import { labelText, lookOf } from './print-order-content.ts';

/** A dummy code of the same length. @throws notFound, levelWithoutCodes, labelWithoutGtin, labelCodeTooLong */
export async function preview(ctx: Context, batchId: number, { level = 0, ...form }: LabelPreviewQuery) {
  const { db, installation } = ctx;
  const labelData = await codeService.labelDataOf(ctx, batchId, level);
  if ((await codeService.countCodes(db, batchId, level)) === 0 && level > 0)
    throw new Problem('levelWithoutCodes', { field: 'level', batchNo: labelData.batchNo, level: codes.word(`level.${level}`) });
  const firstCode = await codeService.textOf(installation, db, batchId, 0, level);
  const specimen = 'SPECIMEN'.padEnd(firstCode.length, '0').slice(0, firstCode.length);
  const look = lookOf(form);
  const text = labelText(labelData, specimen, look, labelData.ssccPrefix ? '0'.repeat(18) : undefined);
  const { moduleMm, width, height } = measures(matrixOf(look, text), look, text);
  return { svg: svgOf(look, text), moduleMm, width, height };
}
