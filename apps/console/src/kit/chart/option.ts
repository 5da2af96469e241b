import type { ChartProps } from '../chart.tsx';
import { groupDigits, shortNumber } from '../numbers.ts';
import type { Ink } from './ink.ts';

/** Marks beyond this many have no rounded ends and no gaps between them. */
const MANY = 40;

/** Pixels that names of ranked things have. */
const NAMES = 120;

/** What the engine is told to draw: thin lines, little colour, values of an axis in short, the exact ones in the tip. */
export function optionOf(props: ChartProps, ink: Ink, language: 'zh-CN' | 'en-US') {
  const { kind, categories, series, stacked, format = groupDigits, title } = props;
  const names = { type: 'category', data: [...categories], axisTick: { show: false }, axisLine: { lineStyle: { color: ink.line } } };
  const values = {
    type: 'value',
    splitLine: { lineStyle: { color: ink.line } },
    axisLabel: { color: ink.quiet, formatter: (value: number) => (props.format ? format(value) : shortNumber(value, language)) },
    minInterval: props.format ? undefined : 1,
  };
  const isRanked = kind === 'bar';
  const labels = { color: isRanked ? ink.text : ink.quiet, hideOverlap: true, ...(isRanked && { width: NAMES, overflow: 'truncate' }) };
  const along = {
    ...names,
    axisLabel: labels,
    boundaryGap: kind !== 'line',
    ...(isRanked && { inverse: true, axisLine: { show: false } }),
  };
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
    },
    xAxis: isRanked ? { ...values, axisLabel: { show: false }, splitLine: { show: false } } : along,
    yAxis: isRanked ? along : values,
    series: series.map(({ name, tone, values: data, faint }, at) => {
      const color = faint ? ink.faint : tone ? ink.tone(tone) : at === 0 ? ink.primary : ink.quiet;
      return {
        name,
        type: kind === 'line' ? 'line' : 'bar',
        data: [...data],
        color,
        ...(stacked && { stack: 'whole' }),
        ...(kind === 'line'
          ? {
              showSymbol: data.length < 2,
              symbolSize: 6,
              lineStyle: { width: 2, ...(faint && { type: 'dashed' }) },
              ...(at === 0 && !faint && { areaStyle: { opacity: 0.08 } }),
            }
          : {
              barMaxWidth: isRanked ? 14 : 24,
              barGap: '10%',
              itemStyle: { borderRadius: data.length > MANY || stacked ? 0 : isRanked ? [0, 3, 3, 0] : [3, 3, 0, 0] },
            }),
        ...(isRanked && {
          label: { show: true, position: 'right', color: ink.quiet, formatter: ({ value }: { value: number }) => format(value) },
        }),
        emphasis: { disabled: true },
        cursor: props.onPick ? 'pointer' : 'default',
      };
    }),
  };
}
