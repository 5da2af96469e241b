import type { HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../data/words.ts';
import { ChinaMap, type MapValue } from '../../ui/china-map.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { shareText } from '../../ui/share-text.ts';
import { cityFigures } from './figures.ts';
import { useBehind } from './use-behind.ts';

/** Minimum number of scans for a meaningful rate. */
export const FEW = 20;

/** Suspect rate by province; a click opens a province's cities. */
export function ScanMap({ figures: { byRegion, byDay, days }, title }: { figures: HomeFigures; title: string }) {
  const t = useWords();
  const { scans: scansBehind } = useBehind();
  const [open, setOpen] = useState<string>();
  const cities = useQuery({ ...cityFigures(days, open ?? ''), enabled: open !== undefined });
  const values = [...byRegion, ...(open ? (cities.data ?? []) : [])].flatMap(({ regionCode, scans, suspect }): MapValue[] => {
    if (regionCode === '') return [];
    const text = t('manage.figure.mapText', { share: shareText(suspect, scans), suspect, scans });
    return [{ regionCode, value: scans >= FEW ? suspect / scans : 0, text }];
  });
  const period = { beginTime: byDay[0]?.day, endTime: byDay.at(-1)?.day };
  const suspects = scansBehind({ verdict: 'suspect', regionCode: open, ...period });
  return (
    <>
      <ChinaMap
        title={title}
        values={values}
        measure={t('manage.figure.suspectRate')}
        tone="attention"
        grain="city"
        onOpen={setOpen}
        behind={(regionCode) => scansBehind({ verdict: 'suspect', regionCode, ...period })}
      />
      {suspects && (
        <p className="map-behind">
          <RowLink to={suspects}>{t('manage.figure.seeSuspects')}</RowLink>
        </p>
      )}
    </>
  );
}
