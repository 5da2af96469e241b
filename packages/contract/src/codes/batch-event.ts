import { z } from 'zod';
import { Id, Time } from '../core/fields.ts';

/** Lists are newest first. */
export const BatchEvent = z.object({
  eventId: Id,
  /** Label: `manage.batch.step.<action>`. */
  action: z.string(),
  /** Null: the entire batch. */
  level: z.int().nullable(),
  /** At most the size of the range. Null: the entire batch. */
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
