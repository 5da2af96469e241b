import { z } from 'zod';
import { Id, Time } from '../core/fields.ts';

/** One thing that happened to a batch or to a run of its codes, newest first. */
export const BatchEvent = z.object({
  eventId: Id,
  /** A step of the life cycle, or what else was done; `manage.batch.step.<action>` says it. */
  action: z.string(),
  /** Level of the codes, 0 the unit; null: the whole batch. */
  level: z.int().nullable(),
  /** Codes that it was done to, as many as there are between the ordinals or fewer; null: the whole batch. */
  codes: z.int().nullable(),
  /** Ordinals from 1, both ends included; null: the whole batch. */
  ordinalFrom: z.int().nullable(),
  ordinalTo: z.int().nullable(),
  reason: z.string().nullable(),
  /** Empty where nobody in particular did it. */
  userName: z.string(),
  eventTime: Time,
});
export type BatchEvent = z.output<typeof BatchEvent>;
