import { z } from 'zod';
import { Day, Id, int, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const expiryKinds = ['certificate', 'contract', 'dealerContract', 'batch'] as const;
export const ExpiryKind = z.enum(expiryKinds);
export type ExpiryKind = z.output<typeof ExpiryKind>;

export const Expiry = z.object({
  /** Kind and id, e.g. `certificate-12`. */
  expiryKey: z.string(),
  kind: ExpiryKind,
  /** Document name, or number of the contract or batch. */
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
 * Upcoming expiries, and expired items without renewal, of active suppliers and dealers and of open batches. `within` absent: the
 * setting `suyuan.expiry.days`.
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

export const ExpiryCounts = z.object({
  /** Days of advance warning. */
  days: z.number(),
  near: z.record(ExpiryKind, z.number()),
  over: z.number(),
});
export type ExpiryCounts = z.output<typeof ExpiryCounts>;
