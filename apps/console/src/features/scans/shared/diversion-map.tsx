import type { Diversion } from '@suyuan/contract';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { fullNameOf, useRegions } from '../../../data/regions.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { useProvinceNames } from '../../../ui/region-select.tsx';

interface DiversionMapProps {
  dealer: Diversion['dealers'][number];
  /** Link to scans of the dealer's products in a province outside its regions; absent without permission. */
  scansPath: ((regionCode: string) => string) | undefined;
}

/** Map of one dealer: its regions as outlines, provinces filled by share of diverted scans, cities as dots sized by their number. */
export function DiversionMap({ dealer, scansPath }: DiversionMapProps) {
  const t = useTranslations();
  const { regions } = useRegions();
  const provinceName = useProvinceNames(regions);
  const { channelBusinessName, authorised, cells, outside } = dealer;
  const english = currentLanguage() === 'en-US';
  const nameOf = (code: string) => (english ? provinceName(code) : fullNameOf(regions, code));
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
        ...(english ? { text: groupDigits(scans), needsRegionName: true } : { text: `${nameOf(regionCode)} · ${groupDigits(scans)}` }),
      }))}
      dotsName={t('manage.diversion.strayed')}
    />
  );
}
