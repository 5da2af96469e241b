/** A share as people say it: 3.4%, 12%; a dash where there is nothing to have a share of. */
export const shareText = (part: number, whole: number) =>
  whole > 0 ? `${Number(((part / whole) * 100).toPrecision(part * 10 < whole ? 2 : 3))}%` : '—';
