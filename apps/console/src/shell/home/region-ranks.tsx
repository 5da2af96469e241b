import type { HomeFigures } from '@suyuan/contract';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import { Chart } from '../../ui/chart.tsx';
import { provinces } from '../../ui/china-map/outlines.ts';
import { formatShare } from '../../ui/format-amount.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { MIN_SCANS_FOR_RATE } from './scan-map.tsx';
import { useFigureLinks } from './use-figure-links.ts';

/** Length of the two rankings. */
const MAX_RANKED = 10;
const MAX_WORST = 5;

interface RegionRanksProps {
  figures: HomeFigures;
  title: string;
  heightOf: (rows: number) => number;
}

/** Provinces with most scans (all places abroad count as one), and those with the highest suspect rate. */
export default function RegionRanks({ figures: { byRegion, byDay }, title, heightOf }: RegionRanksProps) {
  const t = useTranslations();
  const { scans } = useFigureLinks();
  const topRegions = byRegion.slice(0, MAX_RANKED);
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const nameOf = (regionCode: string) =>
    provinces.find(({ code }) => code === regionCode)?.[currentLanguage() === 'en-US' ? 'en' : 'zh'] ??
    (regionCode || t('manage.figure.elsewhere'));
  const worstRegions = byRegion
    .filter(({ regionCode, scans: count, suspect }) => regionCode !== '' && count >= MIN_SCANS_FOR_RATE && suspect > 0)
    .sort((a, b) => b.suspect / b.scans - a.suspect / a.scans)
    .slice(0, MAX_WORST);
  return (
    <>
      <Chart
        title={title}
        kind="bar"
        category={t('kit.figure.place')}
        categories={topRegions.map(({ regionCode }) => nameOf(regionCode))}
        series={[
          { name: t('manage.figure.scans'), values: topRegions.map((region) => region.scans) },
          { name: t('manage.figure.suspect'), tone: 'attention', isShare: true, values: topRegions.map(({ suspect }) => suspect) },
        ]}
        height={heightOf(topRegions.length)}
        getHref={(at, series) =>
          topRegions[at] &&
          scans({
            ...(topRegions[at].regionCode ? { regionCode: topRegions[at].regionCode } : { unplaced: '1' }),
            ...period,
            ...(series === 1 && { verdict: 'suspect' }),
          })
        }
      />
      {worstRegions.length > 0 && (
        <section className="mt-4">
          <h4 id="worst-regions" className="mt-0 mb-1 text-xs/5 font-normal text-muted">
            {t('manage.figure.worstRegions')}
          </h4>
          <ol aria-labelledby="worst-regions" className="m-0 list-none p-0">
            {worstRegions.map(({ regionCode, scans: count, suspect }) => {
              const [name, to] = [nameOf(regionCode), scans({ verdict: 'suspect', regionCode, ...period })];
              return (
                <li key={regionCode} className="flex items-baseline justify-between gap-4 border-b border-line leading-7">
                  {to ? <RowLink to={to}>{name}</RowLink> : name}
                  <span className="text-xs/5 text-muted">
                    {t('manage.figure.mapText', { share: formatShare(suspect, count), suspect, scans: count })}
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
