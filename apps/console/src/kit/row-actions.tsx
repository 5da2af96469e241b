import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

interface RowActionsProps {
  /** What the record is called, for those who hear the menu's button. */
  name: string;
  /** The page's own action, first. */
  own: ReactNode;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** At the end of a row: at most two actions in sight, the rest in a menu. */
export function RowActions({ name, own, onEdit, onRemove }: RowActionsProps) {
  const t = useWords();
  const remove = { key: 'remove', label: t('kit.remove'), danger: true, ...(onRemove && { onClick: onRemove }) };
  return (
    <>
      {own}
      {onEdit && (
        <button type="button" className="row-link" onClick={onEdit}>
          {t('kit.edit')}
        </button>
      )}
      {onRemove && !own && (
        <button type="button" className="row-link row-danger" onClick={onRemove}>
          {t('kit.remove')}
        </button>
      )}
      {onRemove && own && (
        <Dropdown menu={{ items: [remove] }} trigger={['click']}>
          <Button type="text" size="small" aria-label={t('kit.moreOf', { name })} icon={<Icon name="more" />} />
        </Dropdown>
      )}
    </>
  );
}
