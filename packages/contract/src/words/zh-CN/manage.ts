import { batch } from './manage/batch.ts';
import { blacklist } from './manage/blacklist.ts';
import { product } from './manage/category.ts';
import { cbv } from './manage/cbv.ts';
import { dealer } from './manage/channelBusiness.ts';
import { code } from './manage/code.ts';
import { scanCase } from './manage/codeCase.ts';
import { codeExport } from './manage/codeExport.ts';
import { codeImport } from './manage/codeImport.ts';
import { bulkAction } from './manage/codeList.ts';
import { scan } from './manage/codeRecord.ts';
import { codeRule } from './manage/codeRule.ts';
import { shipment } from './manage/dispatch.ts';
import { diversion } from './manage/diversion.ts';
import { expiry } from './manage/expiry.ts';
import { figure } from './manage/figure.ts';
import { printOrder } from './manage/handover.ts';
import { recallImpact } from './manage/recallImpact.ts';
import { supplement } from './manage/supplement.ts';
import { supplier } from './manage/supplier.ts';
import { supplierPaper } from './manage/supplierPaper.ts';
import { traceability } from './manage/traceability.ts';
import { traceTemplate } from './manage/traceTemplate.ts';

/** Words of the business records, one file a noun. */
export const manage = {
  ...batch,
  ...product,
  ...cbv,
  ...code,
  ...blacklist,
  ...scanCase,
  ...codeExport,
  ...codeImport,
  ...bulkAction,
  ...scan,
  ...codeRule,
  ...shipment,
  ...diversion,
  ...figure,
  ...recallImpact,
  ...printOrder,
  ...dealer,
  ...expiry,
  ...supplier,
  ...supplement,
  ...traceability,
  ...traceTemplate,
  ...supplierPaper,
} as const;
