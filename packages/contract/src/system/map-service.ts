import { z } from 'zod';
/** What a console needs to draw by the map service of somebody else, who is asked only where the operator has a key of it. */
export const MapService = z.object({
  /** The key of AMap's JS API. It is no secret: it stands in the address of the script. */
  amapKey: z.string(),
  /** Path of ours that stands between the script and its services and adds the security code; null where there is none to add. */
  servicePath: z.string().nullable(),
});
export type MapService = z.output<typeof MapService>;
