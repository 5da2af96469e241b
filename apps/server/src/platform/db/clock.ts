/** Milliseconds of a question and its answer beyond which it says too little of what time it was between them. */
const PROMPT = 500;

/** What the database's clock is ahead of this process's stopwatch, in milliseconds; undefined before it first told. */
let ahead: number | undefined;

/** Takes the time that the database told; `asked` and `answered` are of the stopwatch. */
export function followClock(told: number, asked: number, answered: number): void {
  if (ahead === undefined || answered - asked < PROMPT) ahead = told - (asked + answered) / 2;
}

/**
 * Milliseconds since 1970 by the database's clock, which all processes share: this machine's own may jump, or be another's. Where nobody
 * asks the database for it, as in a test, it is this machine's.
 */
export const now = (): number => (ahead === undefined ? Date.now() : Math.round(performance.now() + ahead));

/** Goes by this machine's clock again. */
export function resetClock(): void {
  ahead = undefined;
}
