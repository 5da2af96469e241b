import type { LabelForm } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import * as codeService from '../code/code.service.ts';
import { labelText, lookOf } from './handover-content.ts';
import { svgOf } from './label-svg.ts';
import { matrixOf, measures } from './label-symbol.ts';

/** A label as it will look, of as many characters, that says no code. @throws notFound, labelWithoutGtin, labelCodeTooLong */
export async function preview(ctx: Context, batchId: number, form: LabelForm) {
  const { db, installation } = ctx;
  const facts = await codeService.batchOf(ctx, batchId);
  const real = await codeService.textOf(installation, db, batchId, 0);
  const specimen = 'SPECIMEN'.padEnd(real.length, '0').slice(0, real.length);
  const look = lookOf(form);
  const text = labelText(installation, facts, specimen, look);
  const { moduleMm, width, height } = measures(matrixOf(look, text), look, specimen);
  return { svg: svgOf(look, text), moduleMm, width, height };
}
