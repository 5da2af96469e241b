/** A share in percent: 3.4%, 12.5%; a dash if the whole is zero. Never rounds to 0% or 100% unless exact. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '—';
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.001) return '< 0.001%';
  if (part < whole && percent > 99.9) return '> 99.9%';
  return `${Number(percent.toPrecision(percent < 10 ? 2 : 3))}%`;
}
