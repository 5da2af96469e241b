import type { ChartProps, Series } from '../chart.tsx';
import { groupDigits, shortNumber } from '../number-format.ts';
import type { ChartColours } from './chart-colours.ts';

/** Opacity of the slices in order. One hue, because colours mean states. */
const opacityOf = (index: number) => Math.max(0.2, 1 - index * 0.12);

/** Slices too thin for a label are named in the tooltip and the table. */
export function buildPieOption({ categories, series, format = groupDigits, title }: ChartProps, colours: ChartColours) {
  const [first] = series;
  const data = categories.map((name, index) => ({ name, value: first?.values[index] ?? null, itemStyle: { opacity: opacityOf(index) } }));
  return {
    animationDuration: colours.isMotionReduced ? 0 : 200,
    animationDurationUpdate: colours.isMotionReduced ? 0 : 150,
    aria: { enabled: true, label: { description: title } },
    textStyle: { fontFamily: colours.fontFamily, fontSize: 12 },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: colours.float,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
    },
    series: [
      {
        name: first?.name,
        type: 'pie',
        radius: ['36%', '62%'],
        color: [colours.primary],
        data,
        minShowLabelAngle: 6,
        label: { color: colours.text, opacity: 1, lineHeight: 16, formatter: '{b}\n{d}%' },
        labelLine: { length: 8, length2: 8, lineStyle: { color: colours.line } },
        itemStyle: { borderColor: colours.float, borderWidth: 1 },
        emphasis: { disabled: true },
        cursor: 'default',
      },
    ],
  };
}

interface TooltipLine {
  name: string;
  color: string;
  value: number | null;
}

/** Built from nodes, so that names are not parsed as HTML. */
function createTooltipContent(categoryLabel: string, lines: readonly TooltipLine[], format: (value: number) => string): HTMLElement {
  const container = document.createElement('div');
  container.className = 'chart-tip';
  const head = document.createElement('div');
  head.textContent = categoryLabel;
  container.append(head);
  for (const { name, color, value } of lines) {
    const [line, mark, title, figure] = ['div', 'i', 'span', 'b'].map((tag) => document.createElement(tag));
    if (!line || !mark || !title || !figure) continue;
    mark.style.background = color;
    title.textContent = name;
    figure.textContent = value === null ? '—' : format(value);
    line.append(mark, title, figure);
    container.append(line);
  }
  return container;
}

/** Above this number of marks, bars have no rounded ends and no gaps. */
const MAX_ROUNDED_BARS = 40;

/** Width of the names in a ranking, in pixels. */
const NAME_WIDTH = 120;

/** Axes show short numbers and the tooltip exact ones; `categoryLabels` names the categories there. */
export function buildChartOption(props: ChartProps, categoryLabels: readonly string[], colours: ChartColours, language: 'zh-CN' | 'en-US') {
  const { kind, categories, series, format = groupDigits, title } = props;
  const incompleteIndex = props.incompleteIndex === undefined || props.incompleteIndex < 0 ? undefined : props.incompleteIndex;
  const categoryAxisBase = {
    type: 'category',
    data: [...categories],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
  };
  const valueAxis = {
    type: 'value',
    splitLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.quiet, formatter: (value: number) => (props.format ? format(value) : shortNumber(value, language)) },
    minInterval: props.format ? undefined : 1,
  };
  const isRanked = kind === 'bar';
  const labels = {
    color: isRanked ? colours.text : colours.quiet,
    hideOverlap: true,
    // right-aligns the last label, which would be cut off otherwise
    ...(kind === 'line' && { alignMaxLabel: 'right' }),
    ...(isRanked && { width: NAME_WIDTH, overflow: 'truncate' }),
  };
  const categoryAxis = {
    ...categoryAxisBase,
    axisLabel: labels,
    boundaryGap: kind !== 'line',
    ...(isRanked && { inverse: true, axisLine: { show: false } }),
  };
  const allSeries = series.map((one, at) => seriesOf(props, colours, one, at));
  // an incomplete value would look like a drop: it is displayed as a ring next to the line
  const incompletePoints = kind === 'line' && incompleteIndex ? allSeries.map((one) => incompletePointOf(one, incompleteIndex)) : [];
  const completeSeries =
    incompletePoints.length > 0
      ? allSeries.map((one) => ({ ...one, data: one.data.map((value, at) => (at === incompleteIndex ? null : value)) }))
      : allSeries;
  return {
    animationDuration: colours.isMotionReduced ? 0 : 200,
    animationDurationUpdate: colours.isMotionReduced ? 0 : 150,
    aria: { enabled: true, label: { description: title } },
    textStyle: { fontFamily: colours.fontFamily, fontSize: 12 },
    grid: isRanked
      ? { left: NAME_WIDTH + 8, right: 56, top: 4, bottom: 4 }
      : { left: 4, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: {
        type: kind === 'line' ? 'line' : 'shadow',
        lineStyle: { color: colours.faint },
        shadowStyle: { color: colours.hover },
      },
      backgroundColor: colours.float,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
      ...(incompleteIndex !== undefined && {
        formatter: (marks: { dataIndex: number }[]) =>
          createTooltipContent(
            categoryLabels[marks[0]?.dataIndex ?? 0] ?? '',
            allSeries.map(({ name, color, data }) => ({ name, color, value: data[marks[0]?.dataIndex ?? 0] ?? null })),
            format,
          ),
      }),
    },
    xAxis: isRanked ? { ...valueAxis, axisLabel: { show: false }, splitLine: { show: false } } : categoryAxis,
    yAxis: isRanked ? categoryAxis : valueAxis,
    series: [...completeSeries, ...incompletePoints].map((one) => ({
      ...one,
      data: one.data.map((value, at) => dataItemOf(props, one, value, at)),
    })),
  };
}

function seriesOf(
  { kind, stacked, format = groupDigits, getHref, onSelect }: ChartProps,
  colours: ChartColours,
  { name, tone, values, faint }: Series,
  at: number,
) {
  const isRanked = kind === 'bar';
  return {
    name,
    type: kind === 'line' ? 'line' : 'bar',
    data: [...values],
    color: faint ? colours.faint : tone ? colours.tone(tone) : at === 0 ? colours.primary : colours.quiet,
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
          itemStyle: { borderRadius: values.length > MAX_ROUNDED_BARS || stacked ? 0 : isRanked ? [0, 3, 3, 0] : [3, 3, 0, 0] },
        }),
    ...(isRanked && {
      label: { show: true, position: 'right', color: colours.quiet, formatter: ({ value }: { value: number }) => format(value) },
    }),
    emphasis: { disabled: true },
    cursor: onSelect || values.some((_, index) => getHref?.(index, at) !== undefined) ? 'pointer' : 'default',
  };
}

type ChartSeries = ReturnType<typeof seriesOf>;

const incompletePointOf = (one: ChartSeries, incompleteIndex: number): ChartSeries => ({
  ...one,
  data: one.data.map((value, at) => (at === incompleteIndex ? value : null)),
  showSymbol: true,
});

function dataItemOf({ kind, incompleteIndex }: ChartProps, { color, faint }: ChartSeries, value: number | null, at: number) {
  if (kind === 'line' || at !== incompleteIndex || faint || value === null) return value;
  return { value, itemStyle: { opacity: 0.55, borderColor: color, borderWidth: 1, borderType: 'dashed' } };
}
