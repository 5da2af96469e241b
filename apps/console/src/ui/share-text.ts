/** A share as people say it: 3.4%, 12.5%; a dash where there is nothing to have a share of. What is there is not nothing, nearly all is not all. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '—';
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.001) return '< 0.001%';
  if (part < whole && percent > 99.9) return '> 99.9%';
  return `${Number(percent.toPrecision(percent < 10 ? 2 : 3))}%`;
}
