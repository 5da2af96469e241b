import { leastRegions, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Modal, Tag } from 'antd';
import { useState } from 'react';
import { ChinaMap } from '../../../kit/china-map.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { RegionName, RegionTree } from '../../../kit/region-select.tsx';
import { useWords } from '../../../kit/words.ts';
import './dealer.css';

interface RegionFieldProps {
  id?: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  /** The regions that may be chosen, with all below them; absent: the whole country. */
  within?: string[] | undefined;
}

/** The same set with one region more, or less where it was in it; a region that lies in one that is chosen is chosen already. */
export function toggled(codes: readonly string[], code: string): string[] {
  if (codes.includes(code)) return codes.filter((other) => other !== code);
  if (codes.some((wider) => regionContains(wider, code))) return [...codes];
  return leastRegions([...codes, code]);
}

/** Regions where somebody may sell, chosen from a list down to counties, or by pressing provinces on the map. */
export function RegionField({ id, value = [], onChange, within }: RegionFieldProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<string[]>([]);
  const pick = (code: string) => {
    // of a province that may not be chosen whole, what may be chosen of it
    const inner = within ? within.filter((allowed) => regionContains(code, allowed)) : [code];
    const meant = within && regionsOutside([code], within).length === 0 ? [code] : inner;
    setPicked((now) => {
      const all = meant.every((one) => now.includes(one));
      return all
        ? now.filter((one) => !meant.includes(one))
        : meant.reduce((set, one) => (set.includes(one) ? set : toggled(set, one)), now);
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
          setOpen(true);
        }}
      >
        {t('manage.channelBusiness.byMap')}
      </Button>
      <Modal
        open={open}
        width={760}
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
        <div className="region-map">
          <ChinaMap title={t('manage.channelBusiness.mapTitle')} picked={picked} {...(within && { outlined: within })} onPick={pick} />
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
