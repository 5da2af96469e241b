import { z } from 'zod';
/** Only used if the operator has an API key. */
export const MapService = z.object({
  /** Key of AMap's JS API. Not secret, because it is part of the script URL. */
  amapKey: z.string(),
  /** Proxy that adds the security code. Null without a security code. */
  servicePath: z.string().nullable(),
});
export type MapService = z.output<typeof MapService>;
