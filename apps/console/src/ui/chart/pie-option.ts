import type { ChartProps } from '../chart.tsx';
import { groupDigits } from '../numbers.ts';
import type { ChartColours } from './ink.ts';

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
