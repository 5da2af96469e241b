import {
  auditLogs,
  blacklists,
  codeRules,
  dictionaries,
  dictionaryEntries,
  expiries,
  jobLogs,
  jobs,
  posts,
  scans,
  settings,
  shipments,
  signInLogs,
  supplierPapers,
  suppliers,
  traceRecords,
} from '@suyuan/contract';
import { exportedCategories } from '../features/catalog/category/category.routes.ts';
import { exportedProducts } from '../features/catalog/product/product.routes.ts';
import { exportedBatches } from '../features/codes/batch/batch.routes.ts';
import * as codeRuleService from '../features/codes/code-rule/code-rule.service.ts';
import { exportedAnswers } from '../features/forms/form-answer/form-answer-sheet.service.ts';
import * as postService from '../features/identity/post/post.service.ts';
import { exportedRoles } from '../features/identity/role/role.routes.ts';
import { exportedUsers } from '../features/identity/user/user.routes.ts';
import * as expiryService from '../features/insights/expiry/expiry.service.ts';
import * as shipmentService from '../features/logistics/shipment/shipment.service.ts';
import { jobService } from '../features/monitoring/job/job.service.ts';
import * as jobLogService from '../features/monitoring/job-log/job-log.service.ts';
import { exportedDealers } from '../features/partners/dealer/dealer.routes.ts';
import * as supplierService from '../features/partners/supplier/supplier.service.ts';
import * as supplierPaperService from '../features/partners/supplier-paper/supplier-paper.service.ts';
import * as blacklistService from '../features/scans/blacklist/blacklist.service.ts';
import { exportedRecallImpacts } from '../features/scans/recall-impact/recall-impact.routes.ts';
import * as scanService from '../features/scans/scan/scan.service.ts';
import { exportedScanCases } from '../features/scans/scan-case/scan-case.routes.ts';
import * as auditLogService from '../features/system/audit-log/audit-log.service.ts';
import * as dictionaryDataService from '../features/system/dictionary/dictionary-data.service.ts';
import * as dictionaryTypeService from '../features/system/dictionary/dictionary-type.service.ts';
import * as settingService from '../features/system/setting/setting.service.ts';
import * as signInLogService from '../features/system/sign-in-log/sign-in-log.service.ts';
import * as traceRecordService from '../features/traces/trace-record/trace-record.service.ts';
import { type ExportedList, exportedList } from '../platform/http/exported-list.ts';
import { jobTargets } from './job-targets.ts';

/** Every list that can be exported. Workers generate the files and register no routes. */
export const exportedLists: readonly ExportedList[] = [
  exportedBatches,
  exportedProducts,
  exportedList(blacklists, blacklistService.list),
  exportedScanCases,
  exportedList(scans, scanService.list),
  exportedList(codeRules, codeRuleService.list),
  exportedList(settings, settingService.list),
  exportedList(dictionaryEntries, dictionaryDataService.list),
  exportedList(dictionaries, dictionaryTypeService.list),
  exportedList(shipments, shipmentService.list),
  exportedList(jobs, jobService(jobTargets).list),
  exportedList(jobLogs, jobLogService.list),
  exportedList(signInLogs, signInLogService.list),
  exportedList(auditLogs, auditLogService.list),
  exportedList(posts, postService.list),
  exportedDealers,
  exportedList(expiries, expiryService.list),
  exportedRecallImpacts,
  exportedList(suppliers, supplierService.list),
  exportedList(supplierPapers, supplierPaperService.list),
  ...exportedCategories,
  exportedList(traceRecords, traceRecordService.list),
  exportedAnswers,
  exportedRoles,
  exportedUsers,
];
