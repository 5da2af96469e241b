import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { Id, Time } from '../core/fields.ts';

/** What the user can do next, by the right that it needs. */
export const openWorkKinds = [
  'batchApproval',
  'batchIssue',
  'batchReturned',
  'supplementApproval',
  'supplierApproval',
  'supplierReturned',
  'dealerApproval',
  'dealerReturned',
  'traceVerification',
  'traceReturned',
  'scanCase',
  'ownCase',
  'printRelease',
  'printReady',
  'shipmentReceipt',
  'supplierPaper',
  'dealerContract',
] as const;
export const OpenWorkKind = z.enum(openWorkKinds);
export type OpenWorkKind = z.output<typeof OpenWorkKind>;

/** Counts are exact below this number. */
export const MAX_OPEN_WORK = 100;

export const OpenWorkItem = z.object({
  kind: OpenWorkKind,
  /** Of the batch, supplier, dealer, trace record, case, print order or shipment. */
  id: Id,
  name: z.string(),
  /** Product, recipient, code of the partner, or name of the document. */
  detail: z.string().nullable(),
  since: Time,
  /** Last valid day of a document or contract. */
  dueDay: z.string().nullable(),
});
export type OpenWorkItem = z.output<typeof OpenWorkItem>;

export const OpenWork = z.object({
  /** At most 20, of every kind. The longest wait or nearest due day first. */
  items: z.array(OpenWorkItem),
  /** Kinds that the user may act on. */
  counts: z.partialRecord(OpenWorkKind, z.int()),
});
export type OpenWork = z.output<typeof OpenWork>;

/** Open work of the current user, without what a second person must do. */
export const openWork = defineEndpoint({ path: '/account/openWork', rest: 'account/open-work' }, 'GET', {
  access: 'signedIn',
  data: OpenWork,
});
