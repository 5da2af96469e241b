interface Totals {
  passed: number;
  failed: number;
}

export function readTally(report: string, code: number): Totals;
export function browserTally(report: string, code: number): Totals;
export function browserFailures(report: string): string[];
