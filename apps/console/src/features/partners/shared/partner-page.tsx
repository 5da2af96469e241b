import type { Partner, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import type { ComponentProps } from 'react';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { ImportDialog } from '../../../ui/import-dialog.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { Select } from '../../../ui/select.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import type { PartnerKind } from './partner-kind.ts';

/** The state of every active partner has the same colour. */
export const PartnerBadge = ({
  partner: { of, activeState },
  state,
}: {
  partner: Pick<Partner, 'activeState'> & { of: Pick<Resource, 'word'> };
  state: string;
}) => <CodeBadge of={of} field="state" value={state} {...(state === activeState && { tone: 'genuine' as const })} />;

/** Days until expiry, as filter values. */
const DAY_OPTIONS = ['0', '30', '60', '90'] as const;

type PartnerPageProps<S extends ResourceSpec> = Omit<ComponentProps<typeof ResourcePage<S>>, 'resource'> & {
  partner: Omit<Partner<S>, 'clone' | 'events'>;
  /** Filter by the days until something expires. */
  daysFilter: string;
};

/** List of suppliers or dealers. */
export function PartnerPage<S extends ResourceSpec>({
  partner: { of },
  daysFilter,
  filterControls,
  filterText,
  ...props
}: PartnerPageProps<S>) {
  const t = useTranslations();
  const kind = of.name as PartnerKind;
  const idOf = (record: RecordOf<S>) => (record as Record<string, unknown>)[of.key];
  const endedKey = findTranslationKey(of.word('ended')) ?? 'kit.dayEnded';
  const daysLabel = (days: string) => (days === '0' ? t(endedKey) : t(of.word('withinDays'), { count: Number(days) }));
  return (
    <ResourcePage
      resource={of}
      importDialog={(onClose) => <ImportDialog of={of} updates onClose={onClose} />}
      detail={(record) => `${of.path}/${idOf(record)}`}
      formPath={(record) => (record ? `${of.path}/${idOf(record)}/edit` : `${of.path}/new`)}
      filterControls={{
        [daysFilter]: <Select options={DAY_OPTIONS.map((value) => ({ value, label: daysLabel(value) }))} allowClear />,
        catalogueId: <CategorySelect kind={kind} anyStatus />,
        ...filterControls,
      }}
      filterText={{ [daysFilter]: daysLabel, catalogueId: (id) => <CategoryName kind={kind} id={id} />, ...filterText }}
      {...props}
    />
  );
}
