import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Chart } from '../../ui/chart.tsx';
import { ChinaMap, type MapValue } from '../../ui/china-map.tsx';
import { RouteBetween, RouteMap } from '../../ui/route-map.tsx';
import { Story } from './story.tsx';

const ROUTE = ['530100', '520100', '440100'].map((regionCode) => ({ regionCode, text: regionCode }));

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
).map(([regionCode, value]) => ({ regionCode, value, text: `${(value * 100).toFixed(1)}%` }));

const days = Array.from({ length: 30 }, (_, at) => `11-${String(at + 1).padStart(2, '0')}`);

export default function FiguresStory() {
  const t = useTranslations();
  const [selectedCodes, setSelectedCodes] = useState<string[]>(['530100']);
  const toggle = (code: string) => setSelectedCodes((now) => (now.includes(code) ? now.filter((one) => one !== code) : [...now, code]));
  return (
    <>
      <Story name="Chart line">
        <Chart
          title={t('manage.figure.ask.days')}
          kind="line"
          category={t('manage.figure.day')}
          categories={days}
          series={[
            { name: t('manage.figure.scans'), values: days.map((_, at) => 400 + ((at * 97) % 130)) },
            { name: t('manage.figure.suspect'), tone: 'attention', values: days.map((_, at) => (at * 37) % 60) },
          ]}
        />
      </Story>
      <Story name="Chart bar">
        <Chart
          title={t('manage.figure.ask.goods')}
          kind="bar"
          category={t('manage.figure.category')}
          categories={['纯牛奶 250 毫升', '有机纯牛奶', '大红袍礼盒']}
          series={[{ name: t('manage.figure.scans'), values: [812, 430, 95] }]}
        />
      </Story>
      <Story name="ChinaMap values">
        <ChinaMap title={t('manage.figure.ask.map')} values={rates} measure={t('manage.figure.suspectRate')} tone="attention" />
      </Story>
      <Story name="ChinaMap outlined dots route">
        <ChinaMap
          title={t('manage.recallImpact.ask.map')}
          outlined={['440000', '350500', '450000']}
          dots={[
            { regionCode: '330100', text: '杭州 3', tone: 'diversion' },
            { lng: 116.4, lat: 39.9, text: '北京 1', tone: 'diversion' },
          ]}
          route={[
            { regionCode: '530100', text: '昆明' },
            { regionCode: '520100', text: '贵阳' },
            { regionCode: '440100', text: '广州' },
          ]}
        />
      </Story>
      <Story name="RouteMap">
        <RouteMap title={t('shell.page.map')} stops={ROUTE} height={360} />
      </Story>
      <Story name="RouteBetween">
        <RouteBetween startName="武汉" endName="亚特兰蒂斯" />
      </Story>
      <Story name="ChinaMap grain=city onSelect">
        <ChinaMap title={t('kit.figure.place')} level="city" selectedCodes={selectedCodes} onSelect={toggle} />
        <p className="mono-text">{selectedCodes.join(' ')}</p>
      </Story>
    </>
  );
}
