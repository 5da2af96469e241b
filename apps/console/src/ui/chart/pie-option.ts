import type { ChartProps } from '../chart.tsx';
import { groupDigits } from '../numbers.ts';
import type { Ink } from './ink.ts';

/** Opacity of the slices in order. One hue, because colours mean states. */
const opacityOf = (index: number) => Math.max(0.2, 1 - index * 0.12);

/** Slices too thin for a label are named in the tooltip and the table. */
export function pieOptionOf({ categories: products, series, format = groupDigits, title }: ChartProps, ink: Ink) {
  const [first] = series;
  const data = products.map((name, index) => ({ name, value: first?.values[index] ?? null, itemStyle: { opacity: opacityOf(index) } }));
  return {
    animationDuration: ink.still ? 0 : 200,
    animationDurationUpdate: ink.still ? 0 : 150,
    aria: { enabled: true, label: { description: title } },
    textStyle: { fontFamily: ink.face, fontSize: 12 },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: ink.float,
      borderColor: ink.line,
      textStyle: { color: ink.text, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
    },
    series: [
      {
        name: first?.name,
        type: 'pie',
        radius: ['36%', '62%'],
        color: [ink.primary],
        data,
        minShowLabelAngle: 6,
        label: { color: ink.text, opacity: 1, lineHeight: 16, formatter: '{b}\n{d}%' },
        labelLine: { length: 8, length2: 8, lineStyle: { color: ink.line } },
        itemStyle: { borderColor: ink.float, borderWidth: 1 },
        emphasis: { disabled: true },
        cursor: 'default',
      },
    ],
  };
}
