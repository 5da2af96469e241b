import { z } from 'zod';
import { Id, Time } from '../core/fields.ts';

/** Event of a batch or of a range of its codes. Lists are newest first. */
export const BatchEvent = z.object({
  eventId: Id,
  /** Step of the life cycle or another action. Its label is `manage.batch.step.<action>`. */
  action: z.string(),
  /** Level of the codes, 0 unit. Null: the event applies to the entire batch. */
  level: z.int().nullable(),
  /** Number of affected codes, at most the size of the ordinal range. Null: the entire batch. */
  codes: z.int().nullable(),
  /** Ordinals from 1, both ends included. Null: the entire batch. */
  ordinalFrom: z.int().nullable(),
  ordinalTo: z.int().nullable(),
  reason: z.string().nullable(),
  /** Empty for automatic events. */
  userName: z.string(),
  eventTime: Time,
});
export type BatchEvent = z.output<typeof BatchEvent>;
