import { batches, type CategoryKind, dealers, products, scans, suppliers, traceabilities } from '@suyuan/contract';
import { formatTime } from '../../../ui/time-format.ts';

/** Days of scans that the figures cover, including today. */
const DAYS = 30;
const DAY = 86_400_000;

const records = { category: products, supplier: suppliers, channelBusiness: dealers, traceability: traceabilities };

/** Filter that lists of batches and scans use for a category of each kind. */
const names = {
  category: 'catalogueId',
  supplier: 'supplierCatalogueId',
  channelBusiness: 'dealerCatalogueId',
  traceability: 'traceCatalogueId',
} as const;

type Filters = Record<string, string | null>;

/** Lists behind the figures of a category, alone or with its subtree. Undefined without permission. */
export function classLists(kind: CategoryKind, catalogueId: number, own: boolean, hasPermi: (permission: string) => boolean) {
  const listed = (
    { path, permission }: { path: string; permission: (operation: string) => string },
    name: string,
    filters: Filters = {},
    below = '',
  ) => {
    const asked = { [name]: String(catalogueId), ...(own && { catalogueOnly: '1' }), ...filters };
    const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== null);
    return hasPermi(permission('list')) ? `${path}${below}?${new URLSearchParams(given)}` : undefined;
  };
  const day = (before: number) => formatTime(Date.now() - before * DAY, 'YYYY-MM-DD') ?? null;
  const scanned = { inspection: '0', beginTime: day(DAYS - 1), endTime: day(0) };
  return {
    records: listed(records[kind], 'catalogueId'),
    activeBatches: listed(batches, names[kind], { state: 'active' }),
    codes: listed(batches, names[kind], kind === 'channelBusiness' ? {} : { having: 'issued' }),
    scans: listed(scans, names[kind], scanned),
    suspects: listed(scans, names[kind], { ...scanned, verdict: 'suspect' }),
    /** Batches that require a step of the category. With an owner: only those where it is missing. */
    trace: (missing?: { filler: string; ownerName: string | null }) =>
      listed(traceabilities, 'catalogueId', missing && { ...missing, unfilled: '1' }, '/completeness'),
  };
}
