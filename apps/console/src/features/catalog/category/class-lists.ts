import { batches, type CategoryKind, dealers, products, scans, suppliers, traceabilities } from '@suyuan/contract';
import { formatTime } from '../../../ui/time-format.ts';

/** Days of scans that a class is told of, today among them. */
const DAYS = 30;
const DAY = 86_400_000;

const records = { category: products, supplier: suppliers, channelBusiness: dealers, traceability: traceabilities };

/** What lists of batches and scans call a class of each kind. */
const names = {
  category: 'catalogueId',
  supplier: 'supplierCatalogueId',
  channelBusiness: 'dealerCatalogueId',
  traceability: 'traceCatalogueId',
} as const;

type Filters = Record<string, string | null>;

/** The lists behind the figures of a class, of itself alone or with all below it; each undefined for who may not see it. */
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
    /** Batches that a step of the class is required of; of one owner, those where it is missing. */
    trace: (missing?: { filler: string; ownerName: string | null }) =>
      listed(traceabilities, 'catalogueId', missing && { ...missing, unfilled: '1' }, '/completeness'),
  };
}
