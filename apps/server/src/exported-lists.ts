import {
  auditLogs,
  blacklists,
  codeRules,
  configs,
  dictData,
  dictTypes,
  expiries,
  jobLogs,
  jobs,
  posts,
  recallImpacts,
  scanCases,
  scans,
  shipments,
  signInLogs,
  supplierPapers,
  suppliers,
  traceabilities,
} from '@suyuan/contract';
import { exportedCategories } from './features/digit/catalogue/catalogue.routes.ts';
import { exportedBatches } from './features/manage/batch/batch.routes.ts';
import * as blacklistService from './features/manage/blacklist/blacklist.service.ts';
import { exportedProducts } from './features/manage/category/category.routes.ts';
import { exportedDealers } from './features/manage/channelBusiness/channelBusiness.routes.ts';
import * as scanCaseService from './features/manage/codeCase/codeCase.service.ts';
import * as scanService from './features/manage/codeRecord/codeRecord.service.ts';
import * as codeRuleService from './features/manage/codeRule/codeRule.service.ts';
import * as shipmentService from './features/manage/dispatch/dispatch.service.ts';
import * as expiryService from './features/manage/expiry/expiry.service.ts';
import * as recallImpactService from './features/manage/recallImpact/recallImpact.service.ts';
import * as supplierService from './features/manage/supplier/supplier.service.ts';
import * as supplierPaperService from './features/manage/supplierPaper/supplierPaper.service.ts';
import * as traceabilityService from './features/manage/traceability/traceability.service.ts';
import { jobService } from './features/monitor/job/job.service.ts';
import * as jobLogService from './features/monitor/jobLog/jobLog.service.ts';
import * as signInLogService from './features/monitor/logininfor/logininfor.service.ts';
import * as auditLogService from './features/monitor/operlog/operlog.service.ts';
import * as configService from './features/system/config/config.service.ts';
import * as dictionaryDataService from './features/system/dict/dictData.service.ts';
import * as dictionaryTypeService from './features/system/dict/dictType.service.ts';
import * as postService from './features/system/post/post.service.ts';
import { exportedRoles } from './features/system/role/role.routes.ts';
import { exportedUsers } from './features/system/user/user-record.routes.ts';
import { exportedAnswers } from './features/tool/formAnswer/formAnswer-sheet.service.ts';
import { type ExportedList, exportedList } from './http/exported-list.ts';
import { jobTargets } from './job-targets.ts';

/** Every list that can be exported: a worker makes their files, and serves no route that would name them. */
export const exportedLists: readonly ExportedList[] = [
  exportedBatches,
  exportedProducts,
  exportedList(blacklists, blacklistService.list),
  exportedList(scanCases, scanCaseService.list),
  exportedList(scans, scanService.list),
  exportedList(codeRules, codeRuleService.list),
  exportedList(configs, configService.list),
  exportedList(dictData, dictionaryDataService.list),
  exportedList(dictTypes, dictionaryTypeService.list),
  exportedList(shipments, shipmentService.list),
  exportedList(jobs, jobService(jobTargets).list),
  exportedList(jobLogs, jobLogService.list),
  exportedList(signInLogs, signInLogService.list),
  exportedList(auditLogs, auditLogService.list),
  exportedList(posts, postService.list),
  exportedDealers,
  exportedList(expiries, expiryService.list),
  exportedList(recallImpacts, recallImpactService.list),
  exportedList(suppliers, supplierService.list),
  exportedList(supplierPapers, supplierPaperService.list),
  ...exportedCategories,
  exportedList(traceabilities, traceabilityService.list),
  exportedAnswers,
  exportedRoles,
  exportedUsers,
];
