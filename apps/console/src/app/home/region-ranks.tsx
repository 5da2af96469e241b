import type { HomeFigures } from '@suyuan/contract';
import { Chart } from '../../kit/chart.tsx';
import { provinces } from '../../kit/china-map/outlines.ts';
import { currentLanguage, useWords } from '../../kit/words.ts';
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
  const english = currentLanguage() === 'en-US';
  const ranked = byRegion.slice(0, RANKED);
  const nameOf = (code: string) => {
    const outline = provinces.find((province) => province.code === code);
    return outline ? (english ? outline.en : outline.zh) : code || t('manage.figure.elsewhere');
  };
  return (
    <Chart
      title={title}
      kind="bar"
      category={t('kit.figure.place')}
      categories={ranked.map(({ regionCode }) => nameOf(regionCode))}
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
