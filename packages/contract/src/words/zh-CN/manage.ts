import { batch } from './manage/batch.ts';
import { blacklist } from './manage/blacklist.ts';
import { category } from './manage/category.ts';
import { cbv } from './manage/cbv.ts';
import { code } from './manage/code.ts';
import { codeCase } from './manage/codeCase.ts';
import { codeExport } from './manage/codeExport.ts';
import { codeRecord } from './manage/codeRecord.ts';
import { codeRule } from './manage/codeRule.ts';
import { diversion } from './manage/diversion.ts';
import { supplier } from './manage/supplier.ts';

/** Words of the business records, one file a noun. */
export const manage = {
  ...batch,
  ...category,
  ...cbv,
  ...code,
  ...blacklist,
  ...codeCase,
  ...codeExport,
  ...codeRecord,
  ...codeRule,
  ...diversion,
  ...supplier,
} as const;
