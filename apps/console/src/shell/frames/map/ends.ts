export interface Ends {
  start: string;
  end: string;
}
