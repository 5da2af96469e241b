import type { TreeNode } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { flattenTree } from '../../../ui/tree.ts';
import { departmentTreeQueryOptions } from './asks.ts';

interface DepartmentAsideProps {
  /** Id of the department that filters the list, as in the URL. */
  selectedId: string | undefined;
  onSelect: (deptId: number | undefined) => void;
  onHide: () => void;
}

/** Department tree next to the list. A click filters by a department and its subtree, a second click clears the filter. */
export function DepartmentAside({ selectedId, onSelect, onHide }: DepartmentAsideProps) {
  const t = useTranslations();
  const tree = useQuery(departmentTreeQueryOptions());
  const [searchText, setSearchText] = useState('');
  const visibleNodes = filterNodes(tree.data ?? [], searchText.trim());
  const visibleIds = flattenTree(visibleNodes).map(({ node }) => node.id);
  return (
    <nav className="dept-aside" aria-label={t('system.user.depts')}>
      <div className="dept-aside-head">
        <h2>{t('system.user.depts')}</h2>
        <ToolButton label={t('system.user.departmentHide')} icon={<Icon name="menuClose" />} onClick={onHide} />
      </div>
      <Input
        allowClear
        value={searchText}
        placeholder={t('system.user.departmentSearch')}
        aria-label={t('system.user.departmentSearch')}
        onChange={({ target }) => setSearchText(target.value)}
      />
      <button
        type="button"
        className={selectedId ? 'dept-all' : 'dept-all dept-all-chosen'}
        aria-pressed={!selectedId}
        onClick={() => onSelect(undefined)}
      >
        {t('system.user.departmentAll')}
      </button>
      {tree.error && !tree.data ? (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
      ) : !tree.data ? (
        <LoadingState rows={5} />
      ) : visibleNodes.length === 0 && searchText ? (
        <p className="none">{t('system.user.departmentNone', { text: searchText.trim() })}</p>
      ) : (
        <Tree<TreeItem>
          key={searchText ? visibleIds.join() : 'whole'}
          blockNode
          defaultExpandedKeys={searchText || visibleIds.length <= 60 ? visibleIds : visibleNodes.map(({ id }) => id)}
          selectedKeys={selectedId ? [Number(selectedId)] : []}
          onSelect={(_, { node, selected }) => onSelect(selected ? node.id : undefined)}
          treeData={visibleNodes}
          fieldNames={{ key: 'id', title: 'label', children: 'children' }}
          titleRender={({ label, isDisabled }) => (
            <span className={isDisabled ? 'none' : undefined} title={label}>
              {label}
              {isDisabled && ` · ${t('system.user.off')}`}
            </span>
          )}
        />
      )}
    </nav>
  );
}

/** A switched-off department can still be selected, so it is not disabled. */
interface TreeItem extends BasicDataNode {
  id: number;
  label: string;
  isDisabled: boolean;
  children?: TreeItem[];
}

function filterNodes(nodes: TreeNode[], part: string): TreeItem[] {
  return nodes.flatMap(({ id, label, disabled, children }) => {
    const isMatch = label.toLowerCase().includes(part.toLowerCase());
    const matchingChildren = filterNodes(children ?? [], isMatch ? '' : part);
    return isMatch || matchingChildren.length > 0
      ? [{ id, label, isDisabled: disabled, ...(matchingChildren.length > 0 && { children: matchingChildren }) }]
      : [];
  });
}
