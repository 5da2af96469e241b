/** What a console needs to draw by the map service of somebody else, who is asked only where the operator has a key of it. */
export interface MapService {
  /** The key of AMap's JS API. It is no secret: it stands in the address of the script. */
  amapKey: string;
  /** Path of ours that stands between the script and its services and adds the security code; null where there is none to add. */
  servicePath: string | null;
}
