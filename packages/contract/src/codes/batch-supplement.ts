import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { Id, int, lines, Time } from '../core/fields.ts';
import { batches, MAX_BATCH_QUANTITY } from './batch.ts';

export const supplementStates = ['pending', 'issued', 'rejected', 'cancelled'] as const;
export const SupplementState = z.enum(supplementStates);
export type SupplementState = z.output<typeof SupplementState>;

/** Consecutive ordinals after those of the batch. Requires approval by a second person. */
export const SupplementInput = z.object({ quantity: int(1, MAX_BATCH_QUANTITY), reason: lines(200) });
export type SupplementInput = z.output<typeof SupplementInput>;

export const BatchSupplement = z.object({
  supplementId: Id,
  quantity: z.int(),
  reason: z.string(),
  state: SupplementState,
  stateReason: z.string().nullable(),
  /** From 1. Null until issued. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  createBy: z.string(),
  createTime: Time,
  judgeBy: z.string().nullable(),
  judgeTime: Time.nullable(),
  /** Requested by the current user, who therefore cannot approve it. */
  own: z.boolean(),
});
export type BatchSupplement = z.output<typeof BatchSupplement>;

/** The latest 100, newest first. */
export const batchSupplements = defineEndpoint(batches, 'GET /:id/supplements', { permission: 'read', data: z.array(BatchSupplement) });

const word = (field: string) => batches.word(`supplement.${field}`);

export const requestSupplement = defineEndpoint(batches, 'PUT /:id/supplement', {
  permission: 'supplement',
  rest: 'POST /batches/:id/supplements',
  body: SupplementInput,
  data: z.object({ supplementId: Id }),
  log: 'edit',
  word,
});
/** Requires a second person. Returns the new ordinals, from 0. */
export const approveSupplement = defineEndpoint(batches, 'PUT /:id/supplements/:supplementId/approve', {
  permission: 'approveSupplement',
  data: z.object({ from: z.int(), count: z.int() }),
  log: 'edit',
  word,
});
export const rejectSupplement = defineEndpoint(batches, 'PUT /:id/supplements/:supplementId/reject', {
  permission: 'approveSupplement',
  body: SupplementInput.pick({ reason: true }),
  log: 'edit',
  word,
});
/** Only by the requester. */
export const withdrawSupplement = defineEndpoint(batches, 'PUT /:id/supplements/:supplementId/withdraw', {
  permission: 'supplement',
  log: 'edit',
  word,
});
