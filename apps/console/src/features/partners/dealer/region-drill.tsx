import { type Region, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { type Below, chosenIn } from './region-set.ts';

interface RegionDrillProps {
  province: Region;
  below: Below;
  picked: readonly string[];
  onToggle: (code: string) => void;
  /** Selectable regions, including everything within them; absent: the whole country. */
  within?: readonly string[] | undefined;
}

export function RegionDrill({ province, below, picked, onToggle, within }: RegionDrillProps) {
  const t = useWords();
  const [open, setOpen] = useState<string>();
  const may = ({ code }: Region) => !within || regionsOutside([code], within).length === 0;
  const leads = ({ code }: Region) => may({ code } as Region) || (within ?? []).some((allowed) => regionContains(code, allowed));
  const box = (region: Region) => {
    const chosen = chosenIn(picked, region.code);
    return (
      <Checkbox
        checked={chosen === 'whole'}
        indeterminate={chosen === 'part'}
        disabled={!may(region)}
        onChange={() => onToggle(region.code)}
      >
        {region.name}
      </Checkbox>
    );
  };
  const inside = (code: string) => (below.get(code) ?? []).filter(leads);
  return (
    <section className="region-drill" aria-label={t('manage.channelBusiness.drill', { name: province.name })}>
      <h3>{t('manage.channelBusiness.drill', { name: province.name })}</h3>
      <ul>
        {inside(province.code).map((city) => {
          const counties = inside(city.code);
          const isOpen = open === city.code;
          return (
            <li key={city.code}>
              <div className="region-drill-line">
                {box(city)}
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
                    <li key={county.code}>{box(county)}</li>
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
