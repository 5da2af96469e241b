import { describe, expect, it } from 'vitest';
import type { ChartProps } from '../chart.tsx';
import type { ChartColours } from './chart-colours.ts';
import { buildChartOption } from './echarts-option.ts';

const colours: ChartColours = {
  ...{
    text: '#000',
    quiet: '#555',
    faint: '#999',
    line: '#ddd',
    hover: '#eee',
    float: '#fff',
    primary: '#00f',
    fontFamily: 'sans',
    isMotionReduced: true,
  },
  tone: () => '#f00',
};

/** Cursor over each of two series. */
const cursorsOf = (more: Partial<ChartProps>) => {
  const series = [
    { name: '扫码', values: [1, 2] },
    { name: '可疑', values: [0, 1] },
  ];
  const props: ChartProps = { title: '扫码', kind: 'column', category: '日期', categories: ['1', '2'], series, ...more };
  return buildChartOption(props, props.categories, colours, 'zh-CN').series.map(({ cursor }) => cursor);
};

describe('chart marks', () => {
  it('look like links only when the user may open the list behind them', () => {
    expect(cursorsOf({ getHref: (_, series) => (series === 1 ? '/list' : undefined) })).toEqual(['default', 'pointer']);
    expect(cursorsOf({ getHref: () => undefined })).toEqual(['default', 'default']);
    expect(cursorsOf({})).toEqual(['default', 'default']);
    expect(cursorsOf({ onSelect: () => undefined })).toEqual(['pointer', 'pointer']);
  });

  it('show the current day as a separate point, and the line ends the day before', () => {
    const props: ChartProps = {
      ...{ title: '扫码', kind: 'line', category: '日期', categories: ['1', '2', '3'], incompleteIndex: 2 },
      series: [{ name: '扫码', values: [5, 6, 0] }],
    };
    const { series } = buildChartOption(props, props.categories, colours, 'zh-CN');
    expect(series.map(({ data }) => data)).toEqual([
      [5, 6, null],
      [null, null, 0],
    ]);
  });
});
