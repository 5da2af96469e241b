import { exportedLists } from './exported-lists.ts';
import * as fileImportService from './features/account/fileImport/fileImport.service.ts';
import * as listExportService from './features/account/listExport/listExport.service.ts';
import type { TaskHandlers } from './features/account/task/task-handler.ts';
import * as batchService from './features/manage/batch/batch.service.ts';
import * as codeImportService from './features/manage/codeImport/codeImport.service.ts';
import * as bulkActionService from './features/manage/codeList/codeList.service.ts';
import * as shipmentService from './features/manage/dispatch/dispatch.service.ts';
import * as printOrderService from './features/manage/handover/handover.service.ts';
import * as removalTask from './features/tool/sample/removal-task.service.ts';
import { importedFiles } from './imported-files.ts';

/** Every kind of long work by name. */
export const taskHandlers: TaskHandlers = {
  issueBatch: batchService.issueBatchTask,
  listExport: listExportService.listExportTask(exportedLists),
  importRows: fileImportService.importRowsTask(importedFiles),
  actOnList: bulkActionService.actOnListTask,
  importCodes: codeImportService.importCodesTask,
  discardCodes: codeImportService.discardCodesTask,
  buildPrintOrder: printOrderService.buildPrintOrderTask,
  removeSample: removalTask.removeSampleTask,
  sendShipment: shipmentService.sendShipmentTask,
};
