import { z } from 'zod';
import { Id, int, lines, Time } from '../core/fields.ts';
import { MAX_BATCH_QUANTITY } from './batch.ts';

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
