import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { extensionNames } from '../core/extensions.ts';

/** Only used if the operator has an API key. */
export const MapService = z.object({
  /** Key of AMap's JS API. Not secret, because it is part of the script URL. */
  amapKey: z.string(),
  /** Proxy that adds the security code. Null without a security code. */
  servicePath: z.string().nullable(),
});
export type MapService = z.output<typeof MapService>;

/** `GET /public/settings`, available without a token. */
export const PublicSettings = z.object({
  company: z.string(),
  /** ICP filing number. */
  icp: z.string(),
  captchaEnabled: z.boolean(),
  registerEnabled: z.boolean(),
  /** Minimum length and character class (`sys.account.chrtype`) of a new password. */
  passwordMinLength: z.number(),
  passwordClass: z.string(),
  englishEnabled: z.boolean(),
  previewSite: z.boolean(),
  /** Base URL of the links in codes. */
  publicBaseUrl: z.string(),
});
export type PublicSettings = z.output<typeof PublicSettings>;

/** Absent on a plain RuoYi server. */
export const ServerAbout = z.object({
  extensions: z.array(z.enum(extensionNames)).optional(),
  settings: PublicSettings.optional(),
});
export type ServerAbout = z.output<typeof ServerAbout>;

/** Without a key there is no `data`. */
export const mapService = defineEndpoint({ path: '/common', rest: '' }, 'GET /map', { access: 'signedIn', data: MapService.optional() });
export const publicSettings = defineEndpoint({ path: '/public' }, 'GET /settings', { access: 'anonymous', data: PublicSettings });
