import { roles, type Translate, type TreeNode } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect } from 'react';
import { menuNodeLabel } from '../../../data/node-word.ts';
import { useTranslations } from '../../../data/words.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { menusQueryOptions } from './asks.ts';
import { checkedFromKeys } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

interface MenuTreeFieldProps {
  /** Undefined while the role is being created. */
  roleId: number | undefined;
  /** Absent until the role's menus are loaded. */
  value?: number[];
  onChange?: (menuIds: number[]) => void;
}

const withTranslatedLabels = (nodes: TreeNode[], t: Translate): TreeNode[] =>
  nodes.map((node) => ({
    ...node,
    label: menuNodeLabel(node, t),
    ...(node.children && { children: withTranslatedLabels(node.children, t) }),
  }));

/** Menus and buttons of a role, limited to those that the current user may grant. */
export function MenuTreeField({ roleId, value, onChange }: MenuTreeFieldProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const linked = Form.useWatch('menuCheckStrictly', form) !== false;
  const menusQuery = useQuery(menusQueryOptions(roleId));
  // a RuoYi server rejects a role without menus, so unchanged ones are sent too
  useEffect(() => {
    if (value || !menusQuery.data) return;
    const { menus, checkedKeys } = menusQuery.data;
    const isLinked = form.getFieldValue('menuCheckStrictly') !== false;
    form.setFieldValue('menuIds', [...checkedFromKeys(menus, checkedKeys, isLinked)]);
  }, [value, menusQuery.data, form]);
  if (menusQuery.error && !menusQuery.data) return <ErrorState error={menusQuery.error} onRetry={() => void menusQuery.refetch()} />;
  if (!menusQuery.data || !value) return <LoadingState rows={6} />;
  const menus = withTranslatedLabels(menusQuery.data.menus, t);
  return (
    <CheckTree
      label={t(roles.word('menuIds'))}
      tree={menus}
      checkedIds={new Set(value)}
      onCheck={(checkedIds) => onChange?.([...checkedIds])}
      linked={linked}
      onLinkedChange={(on) => {
        onChange?.(value);
        form.setFieldValue('menuCheckStrictly', on);
      }}
    />
  );
}
