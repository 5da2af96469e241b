import type { ChartProps, Series } from '../chart.tsx';
import { formatShare } from '../format-amount.ts';
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
  const head = document.createElement('div');
  head.textContent = categoryLabel;
  container.append(head);
  for (const { name, color, value } of lines) {
    const [line, mark, title, figure] = ['div', 'i', 'span', 'b'].map((tag) => document.createElement(tag));
    if (!line || !mark || !title || !figure) continue;
    line.className = 'flex items-center gap-1';
    mark.className = 'size-2.5 rounded-full';
    figure.className = 'ml-auto pl-4 tabular-nums';
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

/** Width of the names in a ranking: at least this many pixels, and at most this share of the chart. */
const [MAX_NAME_WIDTH, MAX_NAME_SHARE] = [120, 0.45];

const widthOfName = (name: string) => [...name].reduce((width, character) => width + (character > '\u2e7f' ? 13 : 8), 4);

/** Width that a count and its share need next to the bar, in pixels. */
const LABEL_WIDTH = 56;
const SHARE_WIDTH = 110;

/** Axes show short numbers and the tooltip exact ones; `categoryLabels` names the categories there. */
export function buildChartOption(
  props: ChartProps,
  categoryLabels: readonly string[],
  colours: ChartColours,
  language: 'zh-CN' | 'en-US',
  /** Of the chart, in pixels. */
  width = 0,
) {
  const { kind, categories, series, format = groupDigits, title, threshold } = props;
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
    ...(threshold && { max: ({ max }: { max: number }) => (max < threshold.value ? threshold.value : undefined) }),
    ...(props.max !== undefined && { max: props.max }),
  };
  const isRanked = kind === 'bar';
  const nameWidth = Math.min(Math.max(MAX_NAME_WIDTH, width * MAX_NAME_SHARE), Math.max(0, ...categories.map(widthOfName)));
  const labels = {
    color: isRanked ? colours.text : colours.quiet,
    hideOverlap: true,
    // right-aligns the last label, which would be cut off otherwise
    ...(kind === 'line' && { alignMaxLabel: 'right', ...(incompleteIndex !== undefined && { showMaxLabel: true }) }),
    ...(isRanked && { width: nameWidth, overflow: 'truncate' }),
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
      ? { left: nameWidth + 8, right: series.some(({ isShare }) => isShare) ? SHARE_WIDTH : LABEL_WIDTH, top: 4, bottom: 4 }
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
      ...((incompleteIndex !== undefined || allSeries.some(({ isShare }) => isShare)) && {
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
    series: [...completeSeries.filter(({ isShare }) => !isShare), ...incompletePoints].map((one, at) => ({
      ...one,
      data: one.data.map((value, index) => dataItemOf(props, one, value, index)),
      ...(threshold && at === 0 && { markLine: thresholdLine(threshold, colours) }),
    })),
  };
}

const thresholdLine = ({ value, label }: NonNullable<ChartProps['threshold']>, colours: ChartColours) => ({
  silent: true,
  symbol: 'none',
  data: [{ yAxis: value }],
  lineStyle: { color: colours.tone('grave'), type: 'solid', width: 1 },
  // below the line, so that a value at the end of the axis does not cross it
  label: { position: 'insideEndBottom', formatter: label, color: colours.tone('grave') },
});

function seriesOf(
  { kind, series, stacked, format = groupDigits, getHref, onSelect }: ChartProps,
  colours: ChartColours,
  { name, tone, values, faint, isShare }: Series,
  at: number,
) {
  const isRanked = kind === 'bar';
  const share = isRanked ? series.find((one) => one.isShare) : undefined;
  const labelOf = (value: number, index: number) => {
    const part = share?.values[index];
    return part ? `${format(value)} · ${formatShare(part, value)}` : format(value);
  };
  return {
    name,
    type: kind === 'line' ? 'line' : 'bar',
    data: [...values],
    color: faint ? colours.faint : tone ? colours.tone(tone) : at === 0 ? colours.primary : colours.quiet,
    faint: faint ?? false,
    isShare: isRanked && (isShare ?? false),
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
      label: {
        show: true,
        position: 'right',
        color: colours.quiet,
        formatter: ({ value, dataIndex }: { value: number; dataIndex: number }) => labelOf(value, dataIndex),
      },
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
