import type { HomeFigures } from '@suyuan/contract';
import { Chart } from '../../kit/chart.tsx';
import { provinceName } from '../../kit/china-map/province-name.ts';
import { useWords } from '../../kit/words.ts';
import { useBehind } from './use-behind.ts';

/** Regions that are ranked at most. */
const RANKED = 10;

interface RegionRanksProps {
  figures: HomeFigures;
  title: string;
  heightOf: (bars: number) => number;
}

/** The provinces where most is scanned, and how much of it is suspect; what lies nowhere in China is one of them. */
export default function RegionRanks({ figures: { byRegion, byDay }, title, heightOf }: RegionRanksProps) {
  const t = useWords();
  const { scans } = useBehind();
  const ranked = byRegion.slice(0, RANKED);
  return (
    <Chart
      title={title}
      kind="bar"
      category={t('kit.figure.place')}
      categories={ranked.map(({ regionCode }) => provinceName(regionCode) ?? (regionCode || t('manage.figure.elsewhere')))}
      series={[
        { name: t('manage.figure.scans'), values: ranked.map((region) => region.scans) },
        { name: t('manage.figure.suspect'), tone: 'attention', values: ranked.map(({ suspect }) => suspect) },
      ]}
      height={heightOf(ranked.length * 2)}
      behind={(at, series) =>
        ranked[at] &&
        scans({
          ...(ranked[at].regionCode ? { regionCode: ranked[at].regionCode } : { unplaced: '1' }),
          beginTime: byDay[0]?.day,
          endTime: byDay.at(-1)?.day,
          ...(series === 1 && { verdict: 'suspect' }),
        })
      }
    />
  );
}
