import { roles, type Translate, type TreeNode } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect } from 'react';
import { nodeWord } from '../../../data/node-word.ts';
import { useWords } from '../../../data/words.ts';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { menusOf } from './asks.ts';
import { tickedFrom } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

interface MenuTicksProps {
  /** Undefined while the role is being created. */
  roleId: number | undefined;
  /** Absent until the role's menus are loaded. */
  value?: number[];
  onChange?: (menuIds: number[]) => void;
}

const worded = (nodes: TreeNode[], t: Translate): TreeNode[] =>
  nodes.map((node) => ({ ...node, label: nodeWord(node, t), ...(node.children && { children: worded(node.children, t) }) }));

/** Menus and buttons of a role, limited to those that the current user may grant. */
export function MenuTicks({ roleId, value, onChange }: MenuTicksProps) {
  const t = useWords();
  const form = Form.useFormInstance();
  const linked = Form.useWatch('menuCheckStrictly', form) !== false;
  const asked = useQuery(menusOf(roleId));
  // a RuoYi server rejects a role without menus, so unchanged ones are sent too
  useEffect(() => {
    if (value || !asked.data) return;
    const { menus, checkedKeys } = asked.data;
    const isLinked = form.getFieldValue('menuCheckStrictly') !== false;
    form.setFieldValue('menuIds', [...tickedFrom(menus, checkedKeys, isLinked)]);
  }, [value, asked.data, form]);
  if (asked.error && !asked.data) return <Failed error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data || !value) return <Waiting rows={6} />;
  const menus = worded(asked.data.menus, t);
  return (
    <CheckTree
      label={t(roles.word('menuIds'))}
      tree={menus}
      ticked={new Set(value)}
      onTick={(ticked) => onChange?.([...ticked])}
      linked={linked}
      onLink={(on) => {
        onChange?.(value);
        form.setFieldValue('menuCheckStrictly', on);
      }}
    />
  );
}
