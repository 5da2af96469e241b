import { Button, type ButtonProps, Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Icon } from './icon.tsx';

/** A button that opens a menu. The first entry gets the focus, and the button again when the menu closes. */
export function ButtonMenu({ menu, ...props }: ButtonProps & { menu: MenuProps }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dropdown
      // otherwise the same Enter presses the button which has the focus in the dialog that the entry opens
      menu={{ ...menu, onKeyDown: (event) => event.key === 'Enter' && event.preventDefault() }}
      trigger={['click']}
      autoFocus
      onOpenChange={(isOpen) => !isOpen && button.current?.focus()}
    >
      <Button ref={button} {...props} />
    </Dropdown>
  );
}

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
    <ButtonMenu
      menu={{ items }}
      {...(isInRow && { type: 'text', size: 'small' })}
      aria-label={t('kit.moreOf', { name })}
      icon={<Icon name="more" />}
    />
  );
}
