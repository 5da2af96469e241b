import { regionMatches } from '@suyuan/contract';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { useMemo } from 'react';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { fullNameOf, type RegionNode, regionTree, useRegions } from '../data/regions.ts';
import { NoOptions, useAllowClear } from './select.tsx';

type SelectProps<Value> = Omit<TreeSelectProps<Value>, 'treeData' | 'loading' | 'treeCheckable'>;

/** Searchable by name in both languages, or code. */
function useRegionTreeProps(allowedCodes?: readonly string[]) {
  const t = useTranslations();
  const { regions, loading, error, retry } = useRegions();
  const allowedKey = allowedCodes?.join();
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow the language
  const treeData = useMemo(
    () => (regions ? regionTree(regions, allowedKey === undefined ? undefined : allowedKey.split(',')) : []),
    [regions, allowedKey, language],
  );
  return {
    treeData,
    loading,
    // without its options, the field would show the codes
    ...(loading && ({ value: undefined } as object)),
    placeholder: t('kit.regionAsk'),
    showSearch: { filterTreeNode: (query: string, node: unknown) => regionMatches((node as RegionNode).region, query) },
    notFoundContent: (
      <NoOptions pending={loading} retry={error ? retry : undefined}>
        {t('kit.noMatch')}
      </NoOptions>
    ),
    treeLine: { showLeafIcon: false },
    treeNodeLabelProp: 'fullName',
  } as const;
}

/** The value is the administrative code, e.g. `440300`. */
export function RegionSelect(props: SelectProps<string>) {
  return <TreeSelect<string> allowClear={useAllowClear(true)} {...props} {...useRegionTreeProps()} />;
}

interface RegionMultiSelectProps extends SelectProps<string[]> {
  /** Regions that can be chosen, with all below them; absent: the whole country. */
  allowedCodes: readonly string[] | undefined;
}

/** The value is the shortest list of codes: a complete region replaces its parts. */
export function RegionMultiSelect({ allowedCodes, ...rest }: RegionMultiSelectProps) {
  return (
    <TreeSelect<string[]>
      allowClear={useAllowClear(true)}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      maxTagCount={12}
      {...rest}
      {...useRegionTreeProps(allowedCodes)}
    />
  );
}

export function RegionName({ code }: { code: string }) {
  const { regions } = useRegions();
  return <>{fullNameOf(regions, code)}</>;
}
