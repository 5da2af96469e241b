import { importedCategories } from '../features/catalog/category/category.routes.ts';
import { importedProducts } from '../features/catalog/product/product.routes.ts';
import { importedBatches } from '../features/codes/batch/batch.routes.ts';
import * as batchService from '../features/codes/batch/batch.service.ts';
import * as bulkActionService from '../features/codes/bulk-action/bulk-action.service.ts';
import * as codeImportService from '../features/codes/code-import/code-import.service.ts';
import * as printOrderService from '../features/codes/print-order/print-order.service.ts';
import * as removalService from '../features/devtools/sample/removal.service.ts';
import * as shipmentService from '../features/logistics/shipment/shipment.service.ts';
import { importedDealers } from '../features/partners/dealer/dealer.routes.ts';
import { importedSuppliers } from '../features/partners/supplier/supplier.routes.ts';
import * as scanArchiveTask from '../features/scans/archive/scan-archive-task.service.ts';
import * as fileImportService from '../features/system/file-import/file-import.service.ts';
import * as listExportService from '../features/system/list-export/list-export.service.ts';
import type { TaskHandlers } from '../features/system/task/task-handler.ts';
import { importedEvents, importedTraces } from '../features/traces/trace-record/trace-record.routes.ts';
import type { ImportedFile } from '../platform/http/imported-file.ts';
import { exportedLists } from './exported-lists.ts';

/** Every file type that a worker imports row by row. Workers register no routes. */
export const importedFiles: readonly ImportedFile[] = [
  importedBatches,
  importedProducts,
  ...importedCategories,
  importedDealers,
  importedEvents,
  importedSuppliers,
  importedTraces,
  // cast: each entry processes only rows that it parsed itself
] as unknown as readonly ImportedFile[];

export const taskHandlers: TaskHandlers = {
  issueBatch: batchService.issueBatchTask,
  listExport: listExportService.listExportTask(exportedLists),
  importRows: fileImportService.importRowsTask(importedFiles),
  actOnList: bulkActionService.actOnListTask,
  unpackMoved: bulkActionService.unpackMovedTask,
  importCodes: codeImportService.importCodesTask,
  discardCodes: codeImportService.discardCodesTask,
  buildPrintOrder: printOrderService.buildPrintOrderTask,
  removeSample: removalService.removeSampleTask,
  sendShipment: shipmentService.sendShipmentTask,
  archiveScans: scanArchiveTask.archiveScansTask,
};
