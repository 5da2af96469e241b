import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useListQuery } from '../../data/list-query.ts';

interface AccountTab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

export function AccountTabs({ items }: { items: AccountTab[] }) {
  const [{ tab }, narrow] = useListQuery();
  const front = items.some(({ key }) => key === tab) ? String(tab) : (items[0]?.key ?? '');
  return <Tabs activeKey={front} items={items} destroyOnHidden onChange={(key) => narrow({ tab: key }, true)} />;
}
