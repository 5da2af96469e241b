import * as batchService from '../features/codes/batch/batch.service.ts';
import * as bulkActionService from '../features/codes/bulk-action/bulk-action.service.ts';
import * as codeImportService from '../features/codes/code-import/code-import.service.ts';
import * as printOrderService from '../features/codes/print-order/print-order.service.ts';
import * as removalService from '../features/devtools/sample/removal.service.ts';
import * as shipmentService from '../features/logistics/shipment/shipment.service.ts';
import * as fileImportService from '../features/system/file-import/file-import.service.ts';
import * as listExportService from '../features/system/list-export/list-export.service.ts';
import type { TaskHandlers } from '../features/system/task/task-handler.ts';
import { exportedLists } from './exported-lists.ts';
import { importedFiles } from './imported-files.ts';

export const taskHandlers: TaskHandlers = {
  issueBatch: batchService.issueBatchTask,
  listExport: listExportService.listExportTask(exportedLists),
  importRows: fileImportService.importRowsTask(importedFiles),
  actOnList: bulkActionService.actOnListTask,
  importCodes: codeImportService.importCodesTask,
  discardCodes: codeImportService.discardCodesTask,
  buildPrintOrder: printOrderService.buildPrintOrderTask,
  removeSample: removalService.removeSampleTask,
  sendShipment: shipmentService.sendShipmentTask,
};
