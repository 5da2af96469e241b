/** Totals of one Vitest run; see `tally.mjs`. */
export function readTally(report: string, code: number): { passed: number; failed: number };
