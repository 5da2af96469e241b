import { leastRegions, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Modal, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useRegions } from '../../../data/regions.ts';
import { useWords } from '../../../data/words.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RegionName, RegionTree } from '../../../ui/region-select.tsx';
import './dealer.css';
import { RegionDrill } from './region-drill.tsx';
import { belowOf, chosenIn, toggledIn } from './region-set.ts';

interface RegionFieldProps {
  id?: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  /** Selectable regions, including everything within them; absent: the whole country. */
  within?: string[] | undefined;
}

/** Selects regions down to counties from a list, or on the map by province, with cities and counties next to it. */
export function RegionField({ id, value = [], onChange, within }: RegionFieldProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<string[]>([]);
  const [province, setProvince] = useState<string>();
  const { regions = [] } = useRegions();
  const below = useMemo(() => belowOf(regions), [regions]);
  const drilled = regions.find(({ code }) => code === province);
  const toggle = (code: string) => setPicked((now) => toggledIn(below, now, code));
  const pick = (code: string) => {
    setProvince(code);
    // if the whole province is not selectable, its selectable parts
    const whole = !within || regionsOutside([code], within).length === 0;
    const meant = whole ? [code] : within.filter((allowed) => regionContains(code, allowed));
    setPicked((now) => {
      const open = meant.filter((one) => chosenIn(now, one) !== 'whole');
      return (open.length > 0 ? open : meant).reduce((set, one) => toggledIn(below, set, one), now);
    });
  };
  return (
    <>
      <RegionTree {...(id && { id })} value={value} onChange={(codes) => onChange?.(codes)} within={within} />
      <Button
        type="link"
        size="small"
        className="region-by-map"
        icon={<Icon name="search" />}
        onClick={() => {
          setPicked(value);
          setProvince(undefined);
          setOpen(true);
        }}
      >
        {t('manage.channelBusiness.byMap')}
      </Button>
      <Modal
        open={open}
        width={drilled ? 1040 : 760}
        style={{ top: 24 }}
        destroyOnHidden
        title={t('manage.channelBusiness.mapTitle')}
        okText={t('kit.confirm')}
        cancelText={t('kit.cancel')}
        onCancel={() => setOpen(false)}
        onOk={() => {
          onChange?.(leastRegions(picked));
          setOpen(false);
        }}
      >
        <p className="none">{t('manage.channelBusiness.mapHint')}</p>
        <div className={drilled ? 'region-both' : undefined}>
          <div className="region-map">
            <ChinaMap title={t('manage.channelBusiness.mapTitle')} picked={picked} {...(within && { outlined: within })} onPick={pick} />
          </div>
          {drilled && (below.get(drilled.code) ?? []).length > 0 && (
            <RegionDrill key={drilled.code} province={drilled} below={below} picked={picked} onToggle={toggle} within={within} />
          )}
        </div>
        <p className="region-picked">
          {picked.length === 0 && (
            <span className="none">{t(within ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everywhere')}</span>
          )}
          {picked.map((code) => (
            <Tag key={code} closable onClose={() => setPicked((now) => now.filter((other) => other !== code))}>
              <RegionName code={code} />
            </Tag>
          ))}
        </p>
      </Modal>
    </>
  );
}
