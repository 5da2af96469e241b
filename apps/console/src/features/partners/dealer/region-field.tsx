import { minimalRegions, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Modal, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useRegions } from '../../../data/regions.ts';
import { useTranslations } from '../../../data/words.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RegionMultiSelect, RegionName } from '../../../ui/region-select.tsx';
import './dealer.css';
import { RegionDrill } from './region-drill.tsx';
import { groupByParent, selectionOf, toggleRegion } from './region-set.ts';

interface RegionFieldProps {
  id?: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  /** Selectable regions, including everything within them; absent: the whole country. */
  within?: string[] | undefined;
}

/** Selects regions down to counties from a list, or on the map by province, with cities and counties next to it. */
export function RegionField({ id, value = [], onChange, within }: RegionFieldProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [selectedCodes, setSelectedCodes] = useState<string[]>([]);
  const [province, setProvince] = useState<string>();
  const { regions = [] } = useRegions();
  const childrenByParent = useMemo(() => groupByParent(regions), [regions]);
  const selectedProvince = regions.find(({ code }) => code === province);
  const toggle = (code: string) => setSelectedCodes((current) => toggleRegion(childrenByParent, current, code));
  const selectProvince = (code: string) => {
    setProvince(code);
    // if the whole province is not selectable, its selectable parts
    const isSelectable = !within || regionsOutside([code], within).length === 0;
    const targetCodes = isSelectable ? [code] : within.filter((allowed) => regionContains(code, allowed));
    setSelectedCodes((current) => {
      const unselected = targetCodes.filter((one) => selectionOf(current, one) !== 'whole');
      return (unselected.length > 0 ? unselected : targetCodes).reduce((set, one) => toggleRegion(childrenByParent, set, one), current);
    });
  };
  return (
    <>
      <RegionMultiSelect {...(id && { id })} value={value} onChange={(codes) => onChange?.(codes)} allowedCodes={within} />
      <Button
        type="link"
        size="small"
        className="region-by-map"
        icon={<Icon name="search" />}
        onClick={() => {
          setSelectedCodes(value);
          setProvince(undefined);
          setOpen(true);
        }}
      >
        {t('manage.channelBusiness.byMap')}
      </Button>
      <Modal
        open={open}
        width={selectedProvince ? 1040 : 760}
        style={{ top: 24 }}
        destroyOnHidden
        title={t('manage.channelBusiness.mapTitle')}
        okText={t('kit.confirm')}
        cancelText={t('kit.cancel')}
        onCancel={() => setOpen(false)}
        onOk={() => {
          onChange?.(minimalRegions(selectedCodes));
          setOpen(false);
        }}
      >
        <p className="none">{t('manage.channelBusiness.mapHint')}</p>
        <div className={selectedProvince ? 'region-both' : undefined}>
          <div className="region-map">
            <ChinaMap
              title={t('manage.channelBusiness.mapTitle')}
              selectedCodes={selectedCodes}
              {...(within && { outlined: within })}
              onSelect={selectProvince}
            />
          </div>
          {selectedProvince && (childrenByParent.get(selectedProvince.code) ?? []).length > 0 && (
            <RegionDrill
              key={selectedProvince.code}
              province={selectedProvince}
              childrenByParent={childrenByParent}
              selectedCodes={selectedCodes}
              onToggle={toggle}
              within={within}
            />
          )}
        </div>
        <p className="region-picked">
          {selectedCodes.length === 0 && (
            <span className="none">{t(within ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everywhere')}</span>
          )}
          {selectedCodes.map((code) => (
            <Tag key={code} closable onClose={() => setSelectedCodes((current) => current.filter((other) => other !== code))}>
              <RegionName code={code} />
            </Tag>
          ))}
        </p>
      </Modal>
    </>
  );
}
