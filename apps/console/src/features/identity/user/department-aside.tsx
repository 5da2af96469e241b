import type { TreeNode } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { flat } from '../../../ui/tree.ts';
import { departmentTreeOf } from './asks.ts';

interface DepartmentAsideProps {
  /** Id of the department that filters the list, as in the URL. */
  chosen: string | undefined;
  onChoose: (deptId: number | undefined) => void;
  onHide: () => void;
}

/** Department tree next to the list. A click filters by a department and its subtree, a second click clears the filter. */
export function DepartmentAside({ chosen, onChoose, onHide }: DepartmentAsideProps) {
  const t = useWords();
  const tree = useQuery(departmentTreeOf());
  const [sought, setSought] = useState('');
  const shown = kept(tree.data ?? [], sought.trim());
  const all = flat(shown).map(({ node }) => node.id);
  return (
    <nav className="dept-aside" aria-label={t('system.user.depts')}>
      <div className="dept-aside-head">
        <h2>{t('system.user.depts')}</h2>
        <Tool label={t('system.user.departmentHide')} icon={<Icon name="menuClose" />} onClick={onHide} />
      </div>
      <Input
        allowClear
        value={sought}
        placeholder={t('system.user.departmentSearch')}
        aria-label={t('system.user.departmentSearch')}
        onChange={({ target }) => setSought(target.value)}
      />
      <button
        type="button"
        className={chosen ? 'dept-all' : 'dept-all dept-all-chosen'}
        aria-pressed={!chosen}
        onClick={() => onChoose(undefined)}
      >
        {t('system.user.departmentAll')}
      </button>
      {tree.error && !tree.data ? (
        <Failed error={tree.error} onRetry={() => void tree.refetch()} />
      ) : !tree.data ? (
        <Waiting rows={5} />
      ) : shown.length === 0 && sought ? (
        <p className="none">{t('system.user.departmentNone', { text: sought.trim() })}</p>
      ) : (
        <Tree<Shown>
          key={sought ? all.join() : 'whole'}
          blockNode
          defaultExpandedKeys={sought || all.length <= 60 ? all : shown.map(({ id }) => id)}
          selectedKeys={chosen ? [Number(chosen)] : []}
          onSelect={(_, { node, selected }) => onChoose(selected ? node.id : undefined)}
          treeData={shown}
          fieldNames={{ key: 'id', title: 'label', children: 'children' }}
          titleRender={({ label, off }) => (
            <span className={off ? 'none' : undefined} title={label}>
              {label}
              {off && ` · ${t('system.user.off')}`}
            </span>
          )}
        />
      )}
    </nav>
  );
}

/** A switched-off department can still be selected, so it is not disabled. */
interface Shown extends BasicDataNode {
  id: number;
  label: string;
  off: boolean;
  children?: Shown[];
}

function kept(nodes: TreeNode[], part: string): Shown[] {
  return nodes.flatMap(({ id, label, disabled, children }) => {
    const named = label.toLowerCase().includes(part.toLowerCase());
    const below = kept(children ?? [], named ? '' : part);
    return named || below.length > 0 ? [{ id, label, off: disabled, ...(below.length > 0 && { children: below }) }] : [];
  });
}
