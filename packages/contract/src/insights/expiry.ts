import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { defineResource } from '../core/resource.ts';

export const expiryKinds = ['certificate', 'contract', 'dealerContract', 'batch'] as const;
export const ExpiryKind = z.enum(expiryKinds);
export type ExpiryKind = z.output<typeof ExpiryKind>;

/**
 * Upcoming expiries, and expired items without renewal, of active suppliers and dealers and of open batches. `within` absent: the
 * setting `suyuan.expiry.days`.
 */
export const expiries = defineResource({
  domain: 'manage',
  name: 'expiry',
  key: 'expiryKey',
  rest: 'expiries',
  log: '到期预警',
  operations: ['list', 'export'],
  fields: {
    /** Kind and id, e.g. `certificate-12`. */
    expiryKey: f.serverText(),
    kind: f.choice(expiryKinds).stored(),
    /** Document name, or number of the contract or batch. */
    name: f.serverText(),
    /** Supplier, dealer or product. */
    ownerName: f.serverText().stored(),
    /** Id of the supplier, dealer or batch. */
    ownerId: f.reference().stored(),
    /** Last valid day. */
    lastDay: f.day().stored(),
    /** Days from today. Negative after expiry. */
    daysLeft: f.serverNumber(),
    /** Units of a batch. */
    quantity: f.serverNumber().stored().optional(),
    /** The expired contract has suspended the dealer. */
    suspended: f.boolean(),
  },
  moreFilters: { within: f.number(0, 3650) },
  filters: ['ownerName', 'kind', 'within'],
  sortable: ['lastDay', 'ownerName'],
  columns: ['name', 'lastDay', 'ownerName', 'kind'],
});

export const ExpiryCounts = z.object({
  /** Days of advance warning. */
  days: z.number(),
  near: z.record(ExpiryKind, z.number()),
  over: z.number(),
});
export type ExpiryCounts = z.output<typeof ExpiryCounts>;

export const expiryCounts = defineEndpoint(expiries, 'GET /counts', { permission: 'list', data: ExpiryCounts });
