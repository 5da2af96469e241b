import { Button, Dropdown, type MenuProps } from 'antd';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';

interface MoreMenuProps {
  /** Of the record. */
  name: string;
  items: NonNullable<MenuProps['items']>;
  isInRow?: boolean;
}

/** Further actions of a record; nothing if there are none. */
export function MoreMenu({ name, items, isInRow = false }: MoreMenuProps) {
  const t = useTranslations();
  if (items.length === 0) return null;
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button {...(isInRow && { type: 'text', size: 'small' })} aria-label={t('kit.moreOf', { name })} icon={<Icon name="more" />} />
    </Dropdown>
  );
}
