import { TreeSelect, type TreeSelectProps } from 'antd';
import { useMemo } from 'react';
import { fullNameOf, isMeant, regionTree, useRegions } from '../data/regions.ts';
import { useWords } from '../data/words.ts';
import './list.css';

interface OwnProps {
  /** Regions that can be chosen, with all below them; absent: the whole country. */
  within?: readonly string[] | undefined;
}

type Rest<Value> = OwnProps & Omit<TreeSelectProps<Value>, 'treeData' | 'loading' | 'treeCheckable'>;

/** Searchable by name or code. */
function useTree(within: readonly string[] | undefined) {
  const t = useWords();
  const { regions, loading } = useRegions();
  const allowed = within?.join();
  const treeData = useMemo(
    () => (regions ? regionTree(regions, allowed === undefined ? undefined : allowed.split(',')) : []),
    [regions, allowed],
  );
  return {
    treeData,
    loading,
    placeholder: t('kit.regionAsk'),
    showSearch: { filterTreeNode: (typed: string, node: unknown) => isMeant(typed, node as Parameters<typeof isMeant>[1]) },
    notFoundContent: <span className="none">{t('kit.noMatch')}</span>,
    treeLine: { showLeafIcon: false },
    treeNodeLabelProp: 'fullName',
  } as const;
}

/** The value is the administrative code, e.g. `440300`. */
export function RegionSelect({ within, ...rest }: Rest<string>) {
  return <TreeSelect<string> allowClear {...useTree(within)} {...rest} />;
}

/** The value is the shortest list of codes: a complete region replaces its parts. */
export function RegionTree({ within, ...rest }: Rest<string[]>) {
  return (
    <TreeSelect<string[]>
      allowClear
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      maxTagCount={12}
      {...useTree(within)}
      {...rest}
    />
  );
}

export function RegionName({ code }: { code: string }) {
  const { regions } = useRegions();
  return <>{fullNameOf(regions, code)}</>;
}
