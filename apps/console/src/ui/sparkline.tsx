interface SparklineProps {
  values: readonly number[];
  tone?: string | undefined;
  /** The last value is incomplete (today) and omitted: it would look like a drop. */
  isLastIncomplete?: boolean;
}

export function Sparkline({ values, tone, isLastIncomplete = false }: SparklineProps) {
  const visibleValues = isLastIncomplete ? values.slice(0, -1) : values;
  if (visibleValues.length < 2) return null;
  const maxValue = Math.max(...visibleValues, 1);
  const points = visibleValues.map(
    (value, at) => `${((at / (visibleValues.length - 1)) * 100).toFixed(1)},${(22 - (value / maxValue) * 20).toFixed(1)}`,
  );
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
