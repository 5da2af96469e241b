import { useState } from 'react';
import { Chart } from '../../kit/chart.tsx';
import { ChinaMap, type MapValue } from '../../kit/china-map.tsx';
import { Story } from './story.tsx';

const rates: MapValue[] = (
  [
    ['530000', 0.031],
    ['440000', 0.012],
    ['350000', 0.018],
    ['510000', 0.022],
    ['310000', 0.006],
    ['110000', 0.009],
    ['330000', 0.004],
    ['710000', 0.002],
  ] as const
).map(([regionCode, value]) => ({ regionCode, value, text: `可疑 ${(value * 100).toFixed(1)}%` }));

const days = Array.from({ length: 30 }, (_, at) => `11-${String(at + 1).padStart(2, '0')}`);

/** Charts and the map of China, each with the table behind it. */
export default function FiguresStory() {
  const [picked, pick] = useState<string[]>(['530100']);
  const toggle = (code: string) => pick((now) => (now.includes(code) ? now.filter((one) => one !== code) : [...now, code]));
  return (
    <>
      <Story name="Chart line">
        <Chart
          title="扫码在增加吗？"
          kind="line"
          category="日期"
          categories={days}
          series={[
            { name: '扫码', values: days.map((_, at) => 400 + ((at * 97) % 130)) },
            { name: '可疑', tone: 'attention', values: days.map((_, at) => (at * 37) % 60) },
          ]}
        />
      </Story>
      <Story name="Chart bar">
        <Chart
          title="哪些品类扫得最多？"
          kind="bar"
          category="品类"
          categories={['纯牛奶 250 毫升', '有机纯牛奶', '大红袍礼盒']}
          series={[{ name: '扫码', values: [812, 430, 95] }]}
        />
      </Story>
      <Story name="ChinaMap values">
        <ChinaMap title="各省可疑率" values={rates} measure="可疑率" tone="attention" />
      </Story>
      <Story name="ChinaMap outlined dots route">
        <ChinaMap
          title="授权与扫码"
          outlined={['440000', '350500', '450000']}
          dots={[
            { regionCode: '330100', text: '杭州 3 次', tone: 'diversion' },
            { lng: 116.4, lat: 39.9, text: '北京 1 次', tone: 'diversion' },
          ]}
          route={[
            { regionCode: '530100', text: '昆明 生产' },
            { regionCode: '520100', text: '贵阳 中转' },
            { regionCode: '440100', text: '广州 入库' },
          ]}
        />
      </Story>
      <Story name="ChinaMap grain=city onPick">
        <ChinaMap title="选择区域" grain="city" picked={picked} onPick={toggle} />
        <p className="mono-text">{picked.join(' ')}</p>
      </Story>
    </>
  );
}
