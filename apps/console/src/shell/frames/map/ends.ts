/** Both ends of a route, by name. */
export interface Ends {
  start: string;
  end: string;
}
