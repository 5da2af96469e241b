/** Longest round trip in milliseconds whose midpoint is precise enough. */
const MAX_ROUND_TRIP = 500;

/** Offset of the database clock from the monotonic clock, in milliseconds; undefined before the first sample. */
let clockOffset: number | undefined;

/** Adds a sample of the database time. `sentAt` and `receivedAt` are monotonic. */
export function addClockSample(databaseTime: number, sentAt: number, receivedAt: number): void {
  if (clockOffset === undefined || receivedAt - sentAt < MAX_ROUND_TRIP) clockOffset = databaseTime - (sentAt + receivedAt) / 2;
}

/** Milliseconds since 1970 by the database clock, which all processes share. Without a sample, as in tests, the local clock. */
export const now = (): number => (clockOffset === undefined ? Date.now() : Math.round(performance.now() + clockOffset));

export function resetClock(): void {
  clockOffset = undefined;
}
