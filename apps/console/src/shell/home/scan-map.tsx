import type { HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { ChinaMap, type MapValue } from '../../ui/china-map.tsx';
import { formatShare } from '../../ui/format-amount.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { cityFigures } from './figures.ts';
import { useFigureLinks } from './use-figure-links.ts';

/** Minimum number of scans for a meaningful rate. */
export const MIN_SCANS_FOR_RATE = 20;

/** Suspect rate by province; a click opens a province's cities. */
export function ScanMap({ figures: { byRegion, byDay, days }, title }: { figures: HomeFigures; title: string }) {
  const t = useTranslations();
  const { scans: scansHref } = useFigureLinks();
  const [openProvince, setOpenProvince] = useState<string>();
  const cities = useQuery({ ...cityFigures(days, openProvince ?? ''), enabled: openProvince !== undefined });
  const values = [...byRegion, ...(openProvince ? (cities.data ?? []) : [])].flatMap(({ regionCode, scans, suspect }): MapValue[] => {
    if (regionCode === '') return [];
    const text = t('manage.figure.mapText', { share: formatShare(suspect, scans), suspect, scans });
    return [{ regionCode, value: scans >= MIN_SCANS_FOR_RATE ? suspect / scans : 0, text }];
  });
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const suspectsHref = scansHref({ verdict: 'suspect', regionCode: openProvince, ...period });
  return (
    <>
      <ChinaMap
        title={title}
        values={values}
        measure={t('manage.figure.suspectRate')}
        tone="attention"
        level="city"
        onOpen={setOpenProvince}
        getHref={(regionCode) => scansHref({ verdict: 'suspect', regionCode, ...period })}
      />
      {suspectsHref && (
        <p className="mt-2 mb-0">
          <RowLink to={suspectsHref}>{t('manage.figure.seeSuspects')}</RowLink>
        </p>
      )}
    </>
  );
}
