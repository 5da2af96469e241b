import type { HomeFigures } from '@suyuan/contract';
import { currentLanguage, useWords } from '../../data/words.ts';
import { Chart } from '../../ui/chart.tsx';
import { provinces } from '../../ui/china-map/outlines.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { shareText } from '../../ui/share-text.ts';
import { FEW } from './scan-map.tsx';
import { useBehind } from './use-behind.ts';

/** Length of the two rankings. */
const RANKED = 10;
const WORST = 5;

interface RegionRanksProps {
  figures: HomeFigures;
  title: string;
  heightOf: (rows: number, bars: number) => number;
}

/** Provinces with most scans (all places abroad count as one), and those with the highest suspect rate. */
export default function RegionRanks({ figures: { byRegion, byDay }, title, heightOf }: RegionRanksProps) {
  const t = useWords();
  const { scans } = useBehind();
  const ranked = byRegion.slice(0, RANKED);
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const nameOf = (regionCode: string) =>
    provinces.find(({ code }) => code === regionCode)?.[currentLanguage() === 'en-US' ? 'en' : 'zh'] ??
    (regionCode || t('manage.figure.elsewhere'));
  const worst = byRegion
    .filter(({ regionCode, scans: count, suspect }) => regionCode !== '' && count >= FEW && suspect > 0)
    .sort((a, b) => b.suspect / b.scans - a.suspect / a.scans)
    .slice(0, WORST);
  return (
    <>
      <Chart
        title={title}
        kind="bar"
        category={t('kit.figure.place')}
        categories={ranked.map(({ regionCode }) => nameOf(regionCode))}
        series={[
          { name: t('manage.figure.scans'), values: ranked.map((region) => region.scans) },
          { name: t('manage.figure.suspect'), tone: 'attention', values: ranked.map(({ suspect }) => suspect) },
        ]}
        height={heightOf(ranked.length, 2)}
        behind={(at, series) =>
          ranked[at] &&
          scans({
            ...(ranked[at].regionCode ? { regionCode: ranked[at].regionCode } : { unplaced: '1' }),
            ...period,
            ...(series === 1 && { verdict: 'suspect' }),
          })
        }
      />
      {worst.length > 0 && (
        <section className="worst-regions">
          <h4 id="worst-regions">{t('manage.figure.worstRegions')}</h4>
          <ol aria-labelledby="worst-regions">
            {worst.map(({ regionCode, scans: count, suspect }) => {
              const [name, to] = [nameOf(regionCode), scans({ verdict: 'suspect', regionCode, ...period })];
              return (
                <li key={regionCode}>
                  {to ? <RowLink to={to}>{name}</RowLink> : name}
                  <span className="tile-note">
                    {t('manage.figure.mapText', { share: shareText(suspect, count), suspect, scans: count })}
                  </span>
                </li>
              );
            })}
          </ol>
        </section>
      )}
    </>
  );
}
