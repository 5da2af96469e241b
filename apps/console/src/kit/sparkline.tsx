/** A line of values without axes: how a figure went; said in words beside it. */
export function Sparkline({ values, tone }: { values: readonly number[]; tone?: string | undefined }) {
  if (values.length < 2) return null;
  const most = Math.max(...values, 1);
  const points = values.map((value, at) => `${((at / (values.length - 1)) * 100).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="sparkline" aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={tone ?? 'var(--primary)'}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
