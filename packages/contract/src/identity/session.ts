import { z } from 'zod';
import { Time } from '../core/fields.ts';

/** Item of `GET /account/session/list`: an active session, or a remembered browser without one. */
export const OwnSession = z.object({
  /** Not a credential. */
  id: z.uuid(),
  loginTime: Time,
  activeTime: Time,
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  signedIn: z.boolean(),
  remembered: z.boolean(),
  current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;
