import { z } from 'zod';
import { Time } from '../core/fields.ts';

/** A row of `GET /account/session/list`: where somebody is signed in, or a browser that is remembered without being so at present. */
export const OwnSession = z.object({
  /** Names it; opens nothing. */
  id: z.uuid(),
  loginTime: Time,
  activeTime: Time,
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  signedIn: z.boolean(),
  /** Its browser may sign in by a ticket. */
  remembered: z.boolean(),
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;
