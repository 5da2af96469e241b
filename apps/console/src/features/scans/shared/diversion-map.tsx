import type { Diversion } from '@suyuan/contract';
import { useTranslations } from '../../../data/i18n.ts';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { groupDigits } from '../../../ui/number-format.ts';

interface DiversionMapProps {
  dealer: Diversion['dealers'][number];
  /** Link to scans of the dealer's products in a province outside its regions; absent without permission. */
  scansPath: ((regionCode: string) => string) | undefined;
}

/** Map of one dealer: its regions as outlines, provinces filled by share of diverted scans, cities as dots sized by their number. */
export function DiversionMap({ dealer, scansPath }: DiversionMapProps) {
  const t = useTranslations();
  const { regions } = useRegions();
  const { channelBusinessName, authorised, cells, outside } = dealer;
  const nameOf = (code: string) => fullNameOf(regions, code);
  return (
    <ChinaMap
      title={`${channelBusinessName} · ${t('manage.diversion.foreign')}`}
      measure={t('manage.diversion.rate')}
      tone="diversion"
      values={cells.map(({ regionCode, scans, foreign }) => ({
        regionCode,
        value: foreign / dealer.scans,
        text: t('manage.diversion.cell', { dealer: channelBusinessName, region: nameOf(regionCode), scans, foreign }),
      }))}
      getHref={scansPath}
      outlined={authorised}
      outlinedName={t('manage.diversion.authorised')}
      dots={outside.map(({ regionCode, scans }) => ({
        regionCode,
        tone: 'diversion',
        count: scans,
        text: `${nameOf(regionCode)} · ${groupDigits(scans)}`,
      }))}
      dotsName={t('manage.diversion.strayed')}
    />
  );
}
