interface SparklineProps {
  values: readonly number[];
  tone?: string | undefined;
  /** The last value is incomplete (today) and omitted: it would look like a drop. */
  partial?: boolean;
}

export function Sparkline({ values, tone, partial = false }: SparklineProps) {
  const drawn = partial ? values.slice(0, -1) : values;
  if (drawn.length < 2) return null;
  const most = Math.max(...drawn, 1);
  const points = drawn.map((value, at) => `${((at / (drawn.length - 1)) * 100).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
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
