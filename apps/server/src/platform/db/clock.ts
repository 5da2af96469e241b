/** Longest round trip in milliseconds whose midpoint is precise enough. */
const PROMPT = 500;

/** Offset of the database clock from the monotonic clock, in milliseconds; undefined before the first sample. */
let ahead: number | undefined;

/** Adds a sample of the database time. `asked` and `answered` are monotonic. */
export function followClock(told: number, asked: number, answered: number): void {
  if (ahead === undefined || answered - asked < PROMPT) ahead = told - (asked + answered) / 2;
}

/** Milliseconds since 1970 by the database clock, which all processes share. Without a sample, as in tests, the local clock. */
export const now = (): number => (ahead === undefined ? Date.now() : Math.round(performance.now() + ahead));

export function resetClock(): void {
  ahead = undefined;
}
