import { type TreeSelectProps as AntdProps, TreeSelect as AntdTreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { displayName, useTranslations } from '../data/i18n.ts';
import { NoOptions, useAllowClear } from './select.tsx';
import { buildTree, type TreeOf } from './tree.ts';

export interface TreeSelectProps<R extends object> extends Omit<AntdProps<number>, 'treeData' | 'fieldNames' | 'disabled' | 'allowClear'> {
  allowClear?: boolean | undefined;
  /** Flat rows with parent keys, or nested rows with `children`. */
  rows: readonly R[];
  /** Fields of the key, the parent's key (flat rows only) and the label. */
  names?: { id: string; parentId?: string; label: string };
  /** Rows that cannot be chosen, e.g. a disabled department, or the one being moved. */
  disabled?: (row: R) => boolean;
  /** Repeats the failed request of the rows; undefined unless it failed. */
  retry?: (() => void) | undefined;
  /** Displayed if there is no row yet, e.g. a link to add one. */
  emptyAction?: ReactNode;
}

/** Branches with matches are expanded. */
export function TreeSelect<R extends object>({
  rows,
  names,
  disabled,
  retry,
  emptyAction,
  allowClear = false,
  ...rest
}: TreeSelectProps<R>) {
  const t = useTranslations();
  const { id, parentId, label } = names ?? { id: 'id', parentId: undefined, label: 'label' };
  const tree: TreeOf<R>[] = parentId ? buildTree(rows, { id, parentId }) : ([...rows] as TreeOf<R>[]);
  return (
    <AntdTreeSelect<number>
      treeDefaultExpandAll={rows.length <= 200}
      showSearch={{ treeNodeFilterProp: 'title' }}
      notFoundContent={
        <NoOptions pending={rest.loading === true} retry={retry}>
          {t(rows.length > 0 ? 'kit.noMatch' : 'kit.noRecords')}
          {rows.length === 0 && emptyAction}
        </NoOptions>
      }
      treeLine={{ showLeafIcon: false }}
      {...rest}
      allowClear={useAllowClear(allowClear)}
      treeData={nodesOf(tree, id, label, disabled)}
    />
  );
}

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children?: Node[];
}

const nodesOf = <R extends object>(
  tree: readonly TreeOf<R>[],
  id: string,
  label: string,
  disabled: ((row: R) => boolean) | undefined,
): Node[] =>
  tree.map((row) => {
    const fieldOf = (name: string) => (row as Record<string, unknown>)[name];
    return {
      value: Number(fieldOf(id)),
      title: displayName(label, String(fieldOf(label))),
      disabled: disabled?.(row) ?? fieldOf('disabled') === true,
      ...(row.children && { children: nodesOf(row.children, id, label, disabled) }),
    };
  });
