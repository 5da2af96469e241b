import { type Region, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { type RegionChildren, selectionOf } from './region-set.ts';

interface RegionDrillProps {
  province: Region;
  childrenByParent: RegionChildren;
  selectedCodes: readonly string[];
  onToggle: (code: string) => void;
  /** Selectable regions, including everything within them; absent: the whole country. */
  within?: readonly string[] | undefined;
}

export function RegionDrill({ province, childrenByParent, selectedCodes, onToggle, within }: RegionDrillProps) {
  const t = useTranslations();
  const [open, setOpen] = useState<string>();
  const isSelectable = ({ code }: Region) => !within || regionsOutside([code], within).length === 0;
  const isVisible = ({ code }: Region) =>
    isSelectable({ code } as Region) || (within ?? []).some((allowed) => regionContains(code, allowed));
  const checkbox = (region: Region) => {
    const selectionState = selectionOf(selectedCodes, region.code);
    return (
      <Checkbox
        checked={selectionState === 'whole'}
        indeterminate={selectionState === 'part'}
        disabled={!isSelectable(region)}
        onChange={() => onToggle(region.code)}
      >
        {region.name}
      </Checkbox>
    );
  };
  const visibleChildren = (code: string) => (childrenByParent.get(code) ?? []).filter(isVisible);
  return (
    <section className="region-drill" aria-label={t('manage.channelBusiness.drill', { name: province.name })}>
      <h3>{t('manage.channelBusiness.drill', { name: province.name })}</h3>
      <ul>
        {visibleChildren(province.code).map((city) => {
          const counties = visibleChildren(city.code);
          const isOpen = open === city.code;
          return (
            <li key={city.code}>
              <div className="region-drill-line">
                {checkbox(city)}
                {counties.length > 0 && (
                  <Button
                    type="link"
                    size="small"
                    aria-expanded={isOpen}
                    aria-label={t('manage.channelBusiness.drillInto', { name: city.name })}
                    onClick={() => setOpen(isOpen ? undefined : city.code)}
                  >
                    {t('manage.channelBusiness.drillCount', { count: counties.length })}
                  </Button>
                )}
              </div>
              {isOpen && (
                <ul>
                  {counties.map((county) => (
                    <li key={county.code}>{checkbox(county)}</li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
