import { z } from 'zod';
import { Day, Id, int, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const expiryKinds = ['certificate', 'contract', 'dealerContract', 'batch'] as const;
export const ExpiryKind = z.enum(expiryKinds);
export type ExpiryKind = z.output<typeof ExpiryKind>;

/** Expiry of a supplier document, a dealer contract or a batch. */
export const Expiry = z.object({
  /** Kind and id, e.g. `certificate-12`. */
  expiryKey: z.string(),
  kind: ExpiryKind,
  /** Name of the document, or number of the contract or batch. */
  name: z.string(),
  /** Supplier, dealer or product. */
  ownerName: z.string(),
  /** Id of the supplier, dealer or batch. */
  ownerId: Id,
  /** Last valid day. */
  lastDay: Day,
  /** Days from today. Negative after expiry. */
  daysLeft: z.int(),
});

/**
 * Upcoming expiries, and expired items without renewal: documents of active suppliers, contracts of active dealers, issued batches
 * that are not closed. `within` absent: the setting `suyuan.expiry.days`.
 */
export const expiries = defineResource({
  domain: 'manage',
  name: 'expiry',
  key: 'expiryKey',
  log: '到期预警',
  operations: ['list', 'export'],
  record: Expiry,
  input: z.object({}),
  filters: z.object({ kind: ExpiryKind, ownerName: text(100), within: int(0, 3650) }).partial(),
  sortable: ['lastDay', 'ownerName'],
});

/** Number of upcoming expiries by kind, and of expired items. */
export const ExpiryCounts = z.object({
  /** Setting: days of advance warning. */
  days: z.number(),
  near: z.record(ExpiryKind, z.number()),
  over: z.number(),
});
export type ExpiryCounts = z.output<typeof ExpiryCounts>;
