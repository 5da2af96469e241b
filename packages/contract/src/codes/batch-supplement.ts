import { z } from 'zod';
import { Id, int, lines, Time } from '../core/fields.ts';
import { LARGEST_RUN } from './batch.ts';

export const supplementStates = ['pending', 'issued', 'rejected', 'cancelled'] as const;
export const SupplementState = z.enum(supplementStates);
export type SupplementState = z.output<typeof SupplementState>;

/** More codes for a batch that is issued already: they count on where its codes end. Another person says yes. */
export const SupplementInput = z.object({ quantity: int(1, LARGEST_RUN), reason: lines(200) });
export type SupplementInput = z.output<typeof SupplementInput>;

export const BatchSupplement = z.object({
  supplementId: Id,
  quantity: z.int(),
  reason: z.string(),
  state: SupplementState,
  /** Why it was rejected. */
  stateReason: z.string().nullable(),
  /** Ordinals that it got, counted from 1; null until it is issued. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  createBy: z.string(),
  createTime: Time,
  judgeBy: z.string().nullable(),
  judgeTime: Time.nullable(),
  /** Whether the asker asked for it, and hence cannot approve it. */
  own: z.boolean(),
});
export type BatchSupplement = z.output<typeof BatchSupplement>;
