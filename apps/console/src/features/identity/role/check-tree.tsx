import type { TreeNode } from '@suyuan/contract';
import { Button, Checkbox, Tooltip, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { ClearableInput } from '../../../ui/select.tsx';
import { allIds, type CheckedIds, filterTree, setNodesChecked, toCheckedKeys, toggleNode } from './check-set.ts';

interface CheckTreeProps {
  label: string;
  tree: TreeNode[];
  checkedIds: CheckedIds;
  onCheck: (checkedIds: CheckedIds) => void;
  /** Whether checking a node also checks its subtree. */
  linked: boolean;
  onLinkedChange: (linked: boolean) => void;
  disabledLabel?: string;
}

/** A switched-off node can still be checked, so it is not disabled. */
interface TreeItem extends BasicDataNode {
  key: number;
  label: string;
  isDisabled: boolean;
  children?: TreeItem[];
}

const toTreeItems = (nodes: TreeNode[]): TreeItem[] =>
  nodes.map(({ id, label, disabled, children }) => ({
    key: id,
    label,
    isDisabled: disabled,
    ...(children && { children: toTreeItems(children) }),
  }));

/** Tree with checkboxes, search and bulk selection; nodes are linked to their subtree or independent. */
export function CheckTree({ label, tree, checkedIds, onCheck, linked, onLinkedChange, disabledLabel }: CheckTreeProps) {
  const t = useTranslations();
  const [searchText, setSearchText] = useState('');
  const [customExpandedIds, setCustomExpandedIds] = useState<number[]>();
  const part = searchText.trim();
  const visibleTree = part ? filterTree(tree, part) : tree;
  const all = allIds(tree);
  const expandedIds = part ? allIds(visibleTree) : (customExpandedIds ?? (all.length <= 60 ? all : tree.map(({ id }) => id)));
  const isFullyExpanded = tree.every(({ id, children }) => !children || expandedIds.includes(id)) && expandedIds.length >= all.length;
  const visibleIds = part ? allIds(visibleTree) : all;
  const isEveryVisibleChecked = visibleIds.length > 0 && visibleIds.every((id) => checkedIds.has(id));
  const checkedCount = all.filter((id) => checkedIds.has(id)).length;
  return (
    <div className="flex flex-col gap-2 rounded border border-line p-3">
      <ClearableInput
        value={searchText}
        placeholder={t('system.role.tree.search')}
        aria-label={`${label} · ${t('system.role.tree.search')}`}
        onChange={({ target }) => setSearchText(target.value)}
        onPressEnter={(event) => event.preventDefault()}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button size="small" disabled={part !== ''} onClick={() => setCustomExpandedIds(isFullyExpanded ? [] : all)}>
          {t(isFullyExpanded ? 'system.role.tree.collapse' : 'system.role.tree.expand')}
        </Button>
        <Button size="small" onClick={() => onCheck(setNodesChecked(tree, checkedIds, visibleIds, !isEveryVisibleChecked, linked))}>
          {t(isEveryVisibleChecked ? 'system.role.tree.none' : 'system.role.tree.all')}
        </Button>
        <Tooltip title={t('system.role.tree.linkedHint')}>
          <Checkbox checked={linked} onChange={({ target }) => onLinkedChange(target.checked)}>
            {t('system.role.tree.linked')}
          </Checkbox>
        </Tooltip>
        <span className="ml-auto text-muted" aria-live="polite">
          {t('system.role.checked', { count: checkedCount })}
        </span>
      </div>
      {tree.length === 0 ? (
        <p className="m-0 text-muted">{t('system.role.tree.empty')}</p>
      ) : visibleTree.length === 0 ? (
        <p className="m-0 text-muted">{t('system.role.tree.nothing', { text: part })}</p>
      ) : (
        <Tree<TreeItem>
          className="bg-transparent!"
          aria-label={label}
          checkable
          checkStrictly
          blockNode
          selectable={false}
          height={360}
          motion={null}
          treeData={toTreeItems(visibleTree)}
          expandedKeys={expandedIds}
          onExpand={(keys) => setCustomExpandedIds(keys.map(Number))}
          checkedKeys={toCheckedKeys(tree, checkedIds, linked)}
          onCheck={(_, { node }) => onCheck(toggleNode(tree, checkedIds, node.key, linked))}
          titleRender={({ label: name, isDisabled: isOff }) => (
            <span title={name}>
              {name}
              {isOff && disabledLabel && <span className="text-muted"> · {disabledLabel}</span>}
            </span>
          )}
        />
      )}
    </div>
  );
}
