/** Both ends of a way, by name. */
export interface Ends {
  start: string;
  end: string;
}
