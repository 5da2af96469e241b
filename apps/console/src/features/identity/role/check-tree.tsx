import type { TreeNode } from '@suyuan/contract';
import { Button, Checkbox, Input, Tooltip, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { allOf, drawn, holding, swept, type Ticked, toggled } from './check-set.ts';

interface CheckTreeProps {
  label: string;
  tree: TreeNode[];
  ticked: Ticked;
  onTick: (ticked: Ticked) => void;
  /** Whether checking a node also checks its subtree. */
  linked: boolean;
  onLink: (linked: boolean) => void;
  off?: string;
}

/** A switched-off node can still be checked, so it is not disabled. */
interface Shown extends BasicDataNode {
  key: number;
  label: string;
  off: boolean;
  children?: Shown[];
}

const shownOf = (nodes: TreeNode[]): Shown[] =>
  nodes.map(({ id, label, disabled, children }) => ({ key: id, label, off: disabled, ...(children && { children: shownOf(children) }) }));

/** Tree with checkboxes, search and bulk selection; nodes are linked to their subtree or independent. */
export function CheckTree({ label, tree, ticked, onTick, linked, onLink, off }: CheckTreeProps) {
  const t = useWords();
  const [sought, setSought] = useState('');
  const [chosen, open] = useState<number[]>();
  const part = sought.trim();
  const found = part ? holding(tree, part) : tree;
  const all = allOf(tree);
  const opened = part ? allOf(found) : (chosen ?? (all.length <= 60 ? all : tree.map(({ id }) => id)));
  const everyOpen = tree.every(({ id, children }) => !children || opened.includes(id)) && opened.length >= all.length;
  const inSight = part ? allOf(found) : all;
  const everyTicked = inSight.length > 0 && inSight.every((id) => ticked.has(id));
  const known = all.filter((id) => ticked.has(id)).length;
  return (
    <div className="check-tree">
      <Input
        allowClear
        value={sought}
        placeholder={t('system.role.tree.search')}
        aria-label={`${label} · ${t('system.role.tree.search')}`}
        onChange={({ target }) => setSought(target.value)}
        onPressEnter={(event) => event.preventDefault()}
      />
      <div className="check-tree-tools">
        <Button size="small" disabled={part !== ''} onClick={() => open(everyOpen ? [] : all)}>
          {t(everyOpen ? 'system.role.tree.collapse' : 'system.role.tree.expand')}
        </Button>
        <Button size="small" onClick={() => onTick(swept(tree, ticked, inSight, !everyTicked, linked))}>
          {t(everyTicked ? 'system.role.tree.none' : 'system.role.tree.all')}
        </Button>
        <Tooltip title={t('system.role.tree.linkedHint')}>
          <Checkbox checked={linked} onChange={({ target }) => onLink(target.checked)}>
            {t('system.role.tree.linked')}
          </Checkbox>
        </Tooltip>
        <span className="none" aria-live="polite">
          {t('system.role.checked', { count: known })}
        </span>
      </div>
      {tree.length === 0 ? (
        <p className="none">{t('system.role.tree.empty')}</p>
      ) : found.length === 0 ? (
        <p className="none">{t('system.role.tree.nothing', { text: part })}</p>
      ) : (
        <Tree<Shown>
          aria-label={label}
          checkable
          checkStrictly
          blockNode
          selectable={false}
          height={360}
          motion={null}
          treeData={shownOf(found)}
          expandedKeys={opened}
          onExpand={(keys) => open(keys.map(Number))}
          checkedKeys={drawn(tree, ticked, linked)}
          onCheck={(_, { node }) => onTick(toggled(tree, ticked, node.key, linked))}
          titleRender={({ label: name, off: isOff }) => (
            <span title={name}>
              {name}
              {isOff && off && <span className="none"> · {off}</span>}
            </span>
          )}
        />
      )}
    </div>
  );
}
