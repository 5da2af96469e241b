import { importedCategories } from './features/digit/catalogue/catalogue.routes.ts';
import { importedBatches } from './features/manage/batch/batch.routes.ts';
import { importedProducts } from './features/manage/category/category.routes.ts';
import { importedDealers } from './features/manage/channelBusiness/channelBusiness.routes.ts';
import { importedSuppliers } from './features/manage/supplier/supplier.routes.ts';
import { importedEvents, importedTraces } from './features/manage/traceability/trace-import.routes.ts';
import type { ImportedFile } from './http/imported-file.ts';

/** Every file that a worker takes in row by row; it serves no route that would name them. */
export const importedFiles: readonly ImportedFile[] = [
  importedBatches,
  importedProducts,
  ...importedCategories,
  importedDealers,
  importedEvents,
  importedSuppliers,
  importedTraces,
  // the cast: each takes the rows that it read itself
] as unknown as readonly ImportedFile[];
