import { importedCategories } from '../features/catalog/category/category.routes.ts';
import { importedProducts } from '../features/catalog/product/product.routes.ts';
import { importedBatches } from '../features/codes/batch/batch.routes.ts';
import { importedDealers } from '../features/partners/dealer/dealer.routes.ts';
import { importedSuppliers } from '../features/partners/supplier/supplier.routes.ts';
import { importedEvents, importedTraces } from '../features/traces/trace-record/trace-import.routes.ts';
import type { ImportedFile } from '../platform/http/imported-file.ts';

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
