import { z } from 'zod';
import { extensionNames } from '../core/extensions.ts';
/** `GET /public/settings`: what the sign-in page and the shell may know without a token. */
export const PublicSettings = z.object({
  /** Company line of the sign-in page's footer. */
  company: z.string(),
  /** Filing number with the ministry (ICP). */
  icp: z.string(),
  captchaEnabled: z.boolean(),
  registerEnabled: z.boolean(),
  /** What a new password must be: characters at least, and the family's class of characters (`sys.account.chrtype`). */
  passwordMinLength: z.number(),
  passwordClass: z.string(),
  englishEnabled: z.boolean(),
  previewSite: z.boolean(),
  /** Where codes point to. */
  publicBaseUrl: z.string(),
});
export type PublicSettings = z.output<typeof PublicSettings>;

/** Fields that our server adds to `/getInfo` and `/captchaImage`; absent on a plain RuoYi server. */
export const ServerAbout = z.object({
  extensions: z.array(z.enum(extensionNames)).optional(),
  settings: PublicSettings.optional(),
});
export type ServerAbout = z.output<typeof ServerAbout>;
