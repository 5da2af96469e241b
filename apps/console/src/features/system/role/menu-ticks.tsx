import { roles, type Translate, type TreeNode } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { nodeWord } from '../../../kit/node-word.ts';
import { Failed, Waiting } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';
import { menusOf } from './asks.ts';
import { tickedFrom } from './check-set.ts';
import { CheckTree } from './check-tree.tsx';

interface MenuTicksProps {
  /** The role's key; undefined while it is being added. */
  roleId: number | undefined;
  /** Absent until something is ticked: the server then leaves the menus as they are. */
  value?: number[];
  onChange?: (menuIds: number[]) => void;
}

const worded = (nodes: TreeNode[], t: Translate): TreeNode[] =>
  nodes.map((node) => ({ ...node, label: nodeWord(node, t), ...(node.children && { children: worded(node.children, t) }) }));

/** What a role may do: the menus and buttons that the signed-in user could give it. */
export function MenuTicks({ roleId, value, onChange }: MenuTicksProps) {
  const t = useWords();
  const form = Form.useFormInstance();
  const linked = Form.useWatch('menuCheckStrictly', form) !== false;
  const asked = useQuery(menusOf(roleId));
  if (asked.error && !asked.data) return <Failed error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Waiting rows={6} />;
  const { checkedKeys } = asked.data;
  const menus = worded(asked.data.menus, t);
  return (
    <CheckTree
      label={t(roles.word('menuIds'))}
      tree={menus}
      ticked={value ? new Set(value) : tickedFrom(menus, checkedKeys, linked)}
      onTick={(ticked) => onChange?.([...ticked])}
      linked={linked}
      onLink={(on) => {
        onChange?.(value ?? [...tickedFrom(menus, checkedKeys, linked)]);
        form.setFieldValue('menuCheckStrictly', on);
      }}
    />
  );
}
