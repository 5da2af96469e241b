import type { Partner } from '@suyuan/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CloneDialog } from '../../../ui/clone-dialog.tsx';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { isEditable } from './partner-kind.ts';

export interface StepAction {
  key: string;
  label: ReactNode;
  danger: boolean;
  onClick: () => void;
}

interface LifeCycleActions<Row> {
  offer(record: Row): { next: StepAction | undefined; others: StepAction[] };
  busy: boolean;
  waitText(record: Row): string | undefined;
}

/** Actions on a supplier or dealer, in lists and on its page. */
export function usePartnerActions<Row extends { state: string }>(partner: Partner, { offer, busy, waitText }: LifeCycleActions<Row>) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const [cloning, setCloning] = useState<Row>();
  const { of } = partner;
  const fieldOf = (record: Row, name: string) => (record as Record<string, unknown>)[name];
  const open = (path: string) => void navigate(`${of.path}/${path}`);
  const editOf = (record: Row) =>
    isEditable(record) && hasPermi(of.permission('edit'))
      ? { key: 'edit', label: t('kit.edit'), danger: false, onClick: () => open(`${fieldOf(record, of.key)}/edit`) }
      : undefined;
  return {
    busy,
    waitText,
    /** Without a step of the life cycle, the primary action is to edit. */
    nextOf: (record: Row) => offer(record).next ?? editOf(record),
    nextLink(record: Row) {
      const { next } = offer(record);
      return next && <LinkButton onClick={next.onClick}>{next.label}</LinkButton>;
    },
    more: (record: Row, before: MoreAction[] = [], after: MoreAction[] = []): MoreAction[] => [
      ...before,
      { key: 'clone', label: t(of.word('clone')), permission: of.permission('clone'), onClick: () => setCloning(record) },
      ...after,
      ...offer(record).others,
    ],
    /** Items of the page's menu, of which the user may use. */
    menuItems(record: Row, next: StepAction | undefined, more: MoreAction[]) {
      const edit = editOf(record);
      return [...(edit && next?.key !== 'edit' ? [edit] : []), ...more]
        .filter(({ permission }: MoreAction) => !permission || hasPermi(permission))
        .map(({ key, label, danger = false, onClick }: MoreAction) => ({ key, label, danger, onClick }));
    },
    /** Prompts for the clone's name. */
    cloneDialog: cloning && (
      <CloneDialog
        of={of}
        action={partner.clone}
        record={cloning}
        fields={[partner.code, partner.name]}
        nameField={partner.name}
        onClose={() => setCloning(undefined)}
        onDone={(id) => open(String(id))}
      />
    ),
  };
}
