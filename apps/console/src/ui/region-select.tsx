import { TreeSelect, type TreeSelectProps } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { fullNameOf, matchesRegion, regionTree, useRegions } from '../data/regions.ts';
import './list.css';
import { provinceOf, type Region } from '@suyuan/contract';

const SUFFIX = /(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/;

/** `广东`, in English `Guangdong` after the map's names have loaded. */
export function useProvinceNames(regions: readonly Region[] | undefined): (code: string) => string {
  const [englishNames, setEnglishNames] = useState<ReadonlyMap<string, string>>();
  const english = currentLanguage() === 'en-US';
  useEffect(() => {
    if (english && !englishNames)
      void import('./china-map/outlines.ts').then(({ provinces }) => setEnglishNames(new Map(provinces.map(({ code, en }) => [code, en]))));
  }, [english, englishNames]);
  return (code) => {
    const province = provinceOf(code);
    const name = regions?.find((region) => region.code === province)?.name.replace(SUFFIX, '') ?? code;
    return english ? (englishNames?.get(province) ?? name) : name;
  };
}

interface OwnProps {
  /** Regions that can be chosen, with all below them; absent: the whole country. */
  allowedCodes?: readonly string[] | undefined;
}

type SelectRest<Value> = OwnProps & Omit<TreeSelectProps<Value>, 'treeData' | 'loading' | 'treeCheckable'>;

/** Searchable by name or code. */
function useRegionTreeProps(allowedCodes: readonly string[] | undefined) {
  const t = useTranslations();
  const { regions, loading } = useRegions();
  const allowedKey = allowedCodes?.join();
  const treeData = useMemo(
    () => (regions ? regionTree(regions, allowedKey === undefined ? undefined : allowedKey.split(',')) : []),
    [regions, allowedKey],
  );
  return {
    treeData,
    loading,
    placeholder: t('kit.regionAsk'),
    showSearch: { filterTreeNode: (query: string, node: unknown) => matchesRegion(query, node as Parameters<typeof matchesRegion>[1]) },
    notFoundContent: <span className="none">{t('kit.noMatch')}</span>,
    treeLine: { showLeafIcon: false },
    treeNodeLabelProp: 'fullName',
  } as const;
}

/** The value is the administrative code, e.g. `440300`. */
export function RegionSelect({ allowedCodes, ...rest }: SelectRest<string>) {
  return <TreeSelect<string> allowClear {...useRegionTreeProps(allowedCodes)} {...rest} />;
}

/** The value is the shortest list of codes: a complete region replaces its parts. */
export function RegionMultiSelect({ allowedCodes, ...rest }: SelectRest<string[]>) {
  return (
    <TreeSelect<string[]>
      allowClear
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      maxTagCount={12}
      {...useRegionTreeProps(allowedCodes)}
      {...rest}
    />
  );
}

export function RegionName({ code }: { code: string }) {
  const { regions } = useRegions();
  return <>{fullNameOf(regions, code)}</>;
}
