/** A share in percent: 3.4%, 12.5%; a dash if the whole is zero. Never rounds to 0% or 100% unless exact. */
export function formatShare(part: number, total: number): string {
  if (total <= 0) return '—';
  const percent = (100 * part) / total;
  if (part > 0 && percent < 0.001) return '< 0.001%';
  if (part < total && percent > 99.9) return '> 99.9%';
  return `${Number(percent.toPrecision(percent < 10 ? 2 : 3))}%`;
}
