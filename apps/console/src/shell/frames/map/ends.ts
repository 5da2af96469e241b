export interface RouteEnds {
  start: string;
  end: string;
}
