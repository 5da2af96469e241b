import { minimalRegions, type Region, regionContains, regionsOutside } from '@suyuan/contract';
import { Button, Checkbox, Modal, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { regionLabel, useRegions } from '../../../data/regions.ts';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RegionMultiSelect, RegionName } from '../../../ui/region-select.tsx';

interface RegionDrillProps {
  province: Region;
  childrenByParent: RegionChildren;
  selectedCodes: readonly string[];
  onToggle: (code: string) => void;
  /** Selectable regions, including everything within them; absent: the whole country. */
  within?: readonly string[] | undefined;
}

function RegionDrill({ province, childrenByParent, selectedCodes, onToggle, within }: RegionDrillProps) {
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
        {regionLabel(region)}
      </Checkbox>
    );
  };
  const visibleChildren = (code: string) => (childrenByParent.get(code) ?? []).filter(isVisible);
  return (
    <section aria-label={t('manage.channelBusiness.drill', { name: regionLabel(province) })}>
      <h3 className="mt-0 mb-2 text-sm/5.5 font-semibold">{t('manage.channelBusiness.drill', { name: regionLabel(province) })}</h3>
      <ul className="m-0 max-h-120 list-none overflow-auto p-0">
        {visibleChildren(province.code).map((city) => {
          const counties = visibleChildren(city.code);
          const isOpen = open === city.code;
          return (
            <li key={city.code}>
              <div className="flex min-h-8 items-center justify-between">
                {checkbox(city)}
                {counties.length > 0 && (
                  <Button
                    type="link"
                    size="small"
                    aria-expanded={isOpen}
                    aria-label={t('manage.channelBusiness.drillInto', { name: regionLabel(city) })}
                    onClick={() => setOpen(isOpen ? undefined : city.code)}
                  >
                    {t('manage.channelBusiness.drillCount', { count: counties.length })}
                  </Button>
                )}
              </div>
              {isOpen && (
                <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(112px,1fr))] pt-1 pb-2 pl-6">
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

/** Direct subregions by parent code. */
export type RegionChildren = ReadonlyMap<string | null, readonly Region[]>;

export const groupByParent = (regions: readonly Region[]): RegionChildren => Map.groupBy(regions, ({ parent }) => parent);

/** Whether a region is selected itself or through a wider one, in part, or not at all. */
export function selectionOf(codes: readonly string[], code: string): 'whole' | 'part' | 'none' {
  if (codes.some((wider) => regionContains(wider, code))) return 'whole';
  return codes.some((inner) => regionContains(code, inner)) ? 'part' : 'none';
}

/**
 * Adds or removes a region. Removing part of a wider region replaces it by its remaining parts. Adding the last missing part replaces the
 * parts by the wider region.
 */
export function toggleRegion(childrenByParent: RegionChildren, codes: readonly string[], code: string): string[] {
  const wider = codes.find((other) => regionContains(other, code));
  if (!wider) return mergeComplete(childrenByParent, minimalRegions([...codes, code]), code);
  const otherCodes = codes.filter((other) => other !== wider);
  return minimalRegions([...otherCodes, ...subtractRegion(childrenByParent, wider, code)]);
}

/** Everything in `wider` except `code`, as few regions as possible. */
function subtractRegion(childrenByParent: RegionChildren, wider: string, code: string): string[] {
  if (wider === code) return [];
  return (childrenByParent.get(wider) ?? []).flatMap((region) =>
    regionContains(region.code, code) ? subtractRegion(childrenByParent, region.code, code) : [region.code],
  );
}

/** Replaces complete sets of parts by their parent, upwards from `code`. */
function mergeComplete(childrenByParent: RegionChildren, codes: string[], code: string): string[] {
  for (const [parent, inner] of childrenByParent) {
    if (parent === null || !regionContains(parent, code) || parent === code) continue;
    if (inner.every((region) => codes.includes(region.code)))
      return mergeComplete(childrenByParent, minimalRegions([...codes, parent]), parent);
  }
  return codes;
}

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
        className="mt-1! px-0!"
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
        onCancel={() => setOpen(false)}
        onOk={() => {
          onChange?.(minimalRegions(selectedCodes));
          setOpen(false);
        }}
      >
        <p className="text-muted">{t('manage.channelBusiness.mapHint')}</p>
        <div className={selectedProvince ? 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_320px]' : undefined}>
          <div className="mx-auto w-full max-w-160">
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
        <p className="mt-4 mb-0 flex min-h-6 flex-wrap gap-2">
          {selectedCodes.length === 0 && (
            <span className="text-muted">{t(within ? 'manage.channelBusiness.inherited' : 'manage.channelBusiness.everywhere')}</span>
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
