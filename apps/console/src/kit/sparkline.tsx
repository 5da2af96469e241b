interface SparklineProps {
  values: readonly number[];
  tone?: string | undefined;
  /** The last value is not over yet: the way to it is dashed. */
  partial?: boolean;
}

/** A line of values without axes: how a figure went; said in words beside it. */
export function Sparkline({ values, tone, partial = false }: SparklineProps) {
  if (values.length < 2) return null;
  const most = Math.max(...values, 1);
  const points = values.map((value, at) => `${((at / (values.length - 1)) * 100).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  const line = { fill: 'none', stroke: tone ?? 'var(--primary)', strokeWidth: '1.5', vectorEffect: 'non-scaling-stroke' };
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="sparkline" aria-hidden="true">
      <polyline points={points.slice(0, partial ? -1 : undefined).join(' ')} {...line} />
      {partial && <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 2" {...line} />}
    </svg>
  );
}
