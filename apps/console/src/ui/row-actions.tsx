import type { ReactNode } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { usePermissions } from '../data/permission.tsx';
import { MoreMenu } from './more-menu.tsx';
import { LinkButton } from './row-link.tsx';

export interface MoreAction {
  key: string;
  label: ReactNode;
  danger?: boolean;
  permission?: string;
  onClick: () => void;
}

interface RowActionsProps {
  name: string;
  primaryAction?: ReactNode;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  moreActions?: MoreAction[] | undefined;
}

/** At most one visible action and a menu. Without a primary action, the visible one is the edit or the only other action. */
export function RowActions({ name, primaryAction, onEdit, onRemove, moreActions = [] }: RowActionsProps) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const permittedActions = moreActions.filter(({ permission }) => permission === undefined || hasPermi(permission));
  const menu = [
    ...(onEdit && primaryAction ? [{ key: 'edit', label: t('kit.edit'), onClick: onEdit }] : []),
    ...permittedActions.map(({ key, label, danger = false, onClick }) => ({ key, label, danger, onClick })),
    ...(onRemove && (primaryAction || onEdit || permittedActions.length > 0)
      ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: onRemove }]
      : []),
  ];
  return (
    <>
      {primaryAction}
      {onEdit && !primaryAction && <LinkButton onClick={onEdit}>{t('kit.edit')}</LinkButton>}
      {onRemove && menu.length === 0 && (
        <LinkButton danger onClick={onRemove}>
          {t('kit.remove')}
        </LinkButton>
      )}
      <MoreMenu name={name} items={menu} isInRow />
    </>
  );
}
