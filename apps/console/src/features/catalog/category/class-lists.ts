import { batches, type CategoryKind, dealers, products, scans, suppliers, traceabilities } from '@suyuan/contract';
import { formatTime } from '../../../ui/time-format.ts';

/** Days of scans that the figures cover, including today. */
const FIGURE_DAYS = 30;
const MS_PER_DAY = 86_400_000;

const recordResources = { category: products, supplier: suppliers, channelBusiness: dealers, traceability: traceabilities };

/** Filter that lists of batches and scans use for a category of each kind. */
const filterNames = {
  category: 'catalogueId',
  supplier: 'supplierCatalogueId',
  channelBusiness: 'dealerCatalogueId',
  traceability: 'traceCatalogueId',
} as const;

type Filters = Record<string, string | null>;

/** Lists behind the figures of a category, alone or with its subtree. Undefined without permission. */
export function categoryLinks(kind: CategoryKind, catalogueId: number, ownOnly: boolean, hasPermi: (permission: string) => boolean) {
  const listPath = (
    { path, permission }: { path: string; permission: (operation: string) => string },
    name: string,
    filters: Filters = {},
    subPath = '',
  ) => {
    const query = { [name]: String(catalogueId), ...(ownOnly && { catalogueOnly: '1' }), ...filters };
    const definedParams = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null);
    return hasPermi(permission('list')) ? `${path}${subPath}?${new URLSearchParams(definedParams)}` : undefined;
  };
  const dateDaysAgo = (days: number) => formatTime(Date.now() - days * MS_PER_DAY, 'YYYY-MM-DD') ?? null;
  const scanFilters = { inspection: '0', beginTime: dateDaysAgo(FIGURE_DAYS - 1), endTime: dateDaysAgo(0) };
  return {
    records: listPath(recordResources[kind], 'catalogueId'),
    activeBatches: listPath(batches, filterNames[kind], { state: 'active' }),
    codes: listPath(batches, filterNames[kind], kind === 'channelBusiness' ? {} : { having: 'issued' }),
    scans: listPath(scans, filterNames[kind], scanFilters),
    suspects: listPath(scans, filterNames[kind], { ...scanFilters, verdict: 'suspect' }),
    /** Batches that require a step of the category. With an owner: only those where it is missing. */
    trace: (missing?: { filler: string; ownerName: string | null }) =>
      listPath(traceabilities, 'catalogueId', missing && { ...missing, unfilled: '1' }, '/completeness'),
  };
}
