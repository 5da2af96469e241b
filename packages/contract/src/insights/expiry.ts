import { z } from 'zod';
import { Day, Id, int, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const expiryKinds = ['certificate', 'contract', 'dealerContract', 'batch'] as const;
export const ExpiryKind = z.enum(expiryKinds);
export type ExpiryKind = z.output<typeof ExpiryKind>;

/** One thing that ends: a paper of a supplier, the contract of a dealer, a batch that is on its way. */
export const Expiry = z.object({
  /** Kind and number, e.g. `certificate-12`. */
  expiryKey: z.string(),
  kind: ExpiryKind,
  /** The paper's name, the contract's or the batch's number. */
  name: z.string(),
  /** The supplier, the dealer or the goods. */
  ownerName: z.string(),
  /** Key of the supplier, the dealer or the batch. */
  ownerId: Id,
  /** The last day on which it holds. */
  lastDay: Day,
  /** From today; negative once it is over. */
  daysLeft: z.int(),
});

/**
 * What ends within some days, and what has ended and was not renewed: papers of suppliers at work, contracts of dealers at work, batches
 * with codes that are not closed. Without `within`, the days of the setting `suyuan.expiry.days`.
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

/** How many end within the days of the setting, by kind, and how many have ended. */
export const ExpiryCounts = z.object({
  /** The setting: days before the end from which on it is told. */
  days: z.number(),
  near: z.record(ExpiryKind, z.number()),
  over: z.number(),
});
export type ExpiryCounts = z.output<typeof ExpiryCounts>;
