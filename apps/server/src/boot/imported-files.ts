import { importedCategories } from '../features/catalog/category/category.routes.ts';
import { importedProducts } from '../features/catalog/product/product.routes.ts';
import { importedBatches } from '../features/codes/batch/batch.routes.ts';
import { importedDealers } from '../features/partners/dealer/dealer.routes.ts';
import { importedSuppliers } from '../features/partners/supplier/supplier.routes.ts';
import { importedEvents, importedTraces } from '../features/traces/trace-record/trace-import.routes.ts';
import type { ImportedFile } from '../platform/http/imported-file.ts';

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
