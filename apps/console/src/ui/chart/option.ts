import type { ChartProps, Series } from '../chart.tsx';
import { groupDigits, shortNumber } from '../numbers.ts';
import type { Ink } from './ink.ts';
import { tipOf } from './tip-of.ts';

/** Above this number of marks, bars have no rounded ends and no gaps. */
const MANY = 40;

/** Width of the names in a ranking, in pixels. */
const NAMES = 120;

/** Axes show short numbers and the tooltip exact ones; `told` names the categories there. */
export function optionOf(props: ChartProps, told: readonly string[], ink: Ink, language: 'zh-CN' | 'en-US') {
  const { kind, categories: products, series, format = groupDigits, title } = props;
  const partial = props.partial === undefined || props.partial < 0 ? undefined : props.partial;
  const names = { type: 'category', data: [...products], axisTick: { show: false }, axisLine: { lineStyle: { color: ink.line } } };
  const values = {
    type: 'value',
    splitLine: { lineStyle: { color: ink.line } },
    axisLabel: { color: ink.quiet, formatter: (value: number) => (props.format ? format(value) : shortNumber(value, language)) },
    minInterval: props.format ? undefined : 1,
  };
  const isRanked = kind === 'bar';
  const labels = {
    color: isRanked ? ink.text : ink.quiet,
    hideOverlap: true,
    // right-aligns the last label, which would be cut off otherwise
    ...(kind === 'line' && { alignMaxLabel: 'right' }),
    ...(isRanked && { width: NAMES, overflow: 'truncate' }),
  };
  const along = {
    ...names,
    axisLabel: labels,
    boundaryGap: kind !== 'line',
    ...(isRanked && { inverse: true, axisLine: { show: false } }),
  };
  const drawn = series.map((one, at) => seriesOf(props, ink, one, at));
  // an incomplete value would look like a drop: it is displayed as a ring next to the line
  const rings = kind === 'line' && partial ? drawn.map((one) => ringOf(one, partial)) : [];
  const whole =
    rings.length > 0 ? drawn.map((one) => ({ ...one, data: one.data.map((value, at) => (at === partial ? null : value)) })) : drawn;
  return {
    animationDuration: ink.still ? 0 : 200,
    animationDurationUpdate: ink.still ? 0 : 150,
    aria: { enabled: true, label: { description: title } },
    textStyle: { fontFamily: ink.face, fontSize: 12 },
    grid: isRanked ? { left: NAMES + 8, right: 56, top: 4, bottom: 4 } : { left: 4, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow', lineStyle: { color: ink.faint }, shadowStyle: { color: ink.hover } },
      backgroundColor: ink.float,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
      ...(partial !== undefined && {
        formatter: (marks: { dataIndex: number }[]) =>
          tipOf(
            told[marks[0]?.dataIndex ?? 0] ?? '',
            drawn.map(({ name, color, data }) => ({ name, color, value: data[marks[0]?.dataIndex ?? 0] ?? null })),
            format,
          ),
      }),
    },
    xAxis: isRanked ? { ...values, axisLabel: { show: false }, splitLine: { show: false } } : along,
    yAxis: isRanked ? along : values,
    series: [...whole, ...rings].map((one) => ({ ...one, data: one.data.map((value, at) => barOf(props, one, value, at)) })),
  };
}

function seriesOf(
  { kind, stacked, format = groupDigits, behind, onPick }: ChartProps,
  ink: Ink,
  { name, tone, values, faint }: Series,
  at: number,
) {
  const isRanked = kind === 'bar';
  return {
    name,
    type: kind === 'line' ? 'line' : 'bar',
    data: [...values],
    color: faint ? ink.faint : tone ? ink.tone(tone) : at === 0 ? ink.primary : ink.quiet,
    faint: faint ?? false,
    ...(stacked && { stack: 'whole' }),
    ...(kind === 'line'
      ? {
          showSymbol: values.length < 2,
          symbolSize: 6,
          lineStyle: { width: 2, ...(faint && { type: 'dashed' }) },
          ...(at === 0 && !faint && { areaStyle: { opacity: 0.08 } }),
        }
      : {
          barMaxWidth: isRanked ? 14 : 24,
          barGap: '10%',
          itemStyle: { borderRadius: values.length > MANY || stacked ? 0 : isRanked ? [0, 3, 3, 0] : [3, 3, 0, 0] },
        }),
    ...(isRanked && {
      label: { show: true, position: 'right', color: ink.quiet, formatter: ({ value }: { value: number }) => format(value) },
    }),
    emphasis: { disabled: true },
    cursor: onPick || values.some((_, index) => behind?.(index, at) !== undefined) ? 'pointer' : 'default',
  };
}

type Drawn = ReturnType<typeof seriesOf>;

const ringOf = (one: Drawn, partial: number): Drawn => ({
  ...one,
  data: one.data.map((value, at) => (at === partial ? value : null)),
  showSymbol: true,
});

function barOf({ kind, partial }: ChartProps, { color, faint }: Drawn, value: number | null, at: number) {
  if (kind === 'line' || at !== partial || faint || value === null) return value;
  return { value, itemStyle: { opacity: 0.55, borderColor: color, borderWidth: 1, borderType: 'dashed' } };
}
