import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useListQuery } from '../../data/list-query.ts';

interface AccountTab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

export function AccountTabs({ items }: { items: AccountTab[] }) {
  const [{ tab }, updateQuery] = useListQuery();
  const activeKey = items.some(({ key }) => key === tab) ? String(tab) : (items[0]?.key ?? '');
  return <Tabs activeKey={activeKey} items={items} destroyOnHidden onChange={(key) => updateQuery({ tab: key }, true)} />;
}
