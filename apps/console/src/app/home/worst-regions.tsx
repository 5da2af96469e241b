import type { HomeFigures } from '@suyuan/contract';
import { provinceName } from '../../kit/china-map/province-name.ts';
import { RowLink } from '../../kit/row-link.tsx';
import { shareText } from '../../kit/share-text.ts';
import { useWords } from '../../kit/words.ts';

/** Regions that are listed at most. */
const LISTED = 5;

interface WorstRegionsProps {
  /** Only those with enough scans for a rate. */
  regions: HomeFigures['byRegion'];
  behind: (regionCode: string) => string | undefined;
}

/** The provinces with the highest rate of suspect scans, beside the map that shows all of them. */
export default function WorstRegions({ regions, behind }: WorstRegionsProps) {
  const t = useWords();
  const worst = regions.filter(({ suspect }) => suspect > 0).sort((a, b) => b.suspect / b.scans - a.suspect / a.scans);
  if (worst.length === 0) return null;
  return (
    <section className="worst-regions">
      <h4 id="worst-regions">{t('manage.figure.worstRegions')}</h4>
      <ol aria-labelledby="worst-regions">
        {worst.slice(0, LISTED).map(({ regionCode, scans, suspect }) => {
          const [name, to] = [provinceName(regionCode) ?? regionCode, behind(regionCode)];
          return (
            <li key={regionCode}>
              {to ? <RowLink to={to}>{name}</RowLink> : name}
              <span className="tile-note">{t('manage.figure.mapText', { share: shareText(suspect, scans), suspect, scans })}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
