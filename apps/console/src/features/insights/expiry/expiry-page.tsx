import {
  dealerLifeCycle,
  dealers,
  type ExpiryKind,
  expiries,
  expiryCounts,
  expiryKinds,
  type RecordOf,
  supplierPapers,
} from '@suyuan/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { StatusDot } from '../../../ui/columns.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { ClearableInput, Select } from '../../../ui/select.tsx';
import { PaperFields } from '../../partners/shared/paper-fields.tsx';
import { RenewDrawer } from '../../partners/shared/renew-drawer.tsx';

type ExpiringRecord = RecordOf<typeof expiries>;

const DAY_OPTIONS = ['7', '30', '60', '90', '180', '365'] as const;

const ownerPaths: Record<ExpiryKind, (id: number) => string> = {
  certificate: (id) => `/manage/supplier/${id}?tab=papers`,
  contract: (id) => `/manage/supplier/${id}?tab=papers`,
  dealerContract: (id) => `/manage/channelBusiness/${id}?tab=facts`,
  batch: (id) => `/manage/batch/${id}`,
};

export default function ExpiryPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const client = useQueryClient();
  const [renewing, setRenewing] = useState<ExpiringRecord>();
  const renewed = () => void client.invalidateQueries({ queryKey: [expiries.path] });
  return (
    <>
      <ResourcePage
        resource={expiries}
        emptyText={t('manage.expiry.none')}
        onOpen={({ kind, ownerId }) => void navigate(ownerPaths[kind](ownerId))}
        cells={{
          ownerName: (owner, { quantity }) => (quantity === null ? owner : `${owner} · ${t('manage.expiry.units', { count: quantity })}`),
          lastDay: (day) => <ExpiryDate day={day} />,
        }}
        filterControls={{
          ownerName: <ClearableInput placeholder={t('manage.expiry.ownerName.hint')} />,
          within: (
            <Select
              allowClear
              options={DAY_OPTIONS.map((value) => ({ value, label: t('manage.expiry.withinDays', { count: Number(value) }) }))}
            />
          ),
        }}
        filterText={{ within: (days) => (Number(days) >= 0 ? t('manage.expiry.withinDays', { count: Number(days) }) : days) }}
        toolbar={<Counts />}
        rowActions={(record) =>
          record.kind !== 'batch' &&
          hasPermi(renewalPermission(record)) && (
            <LinkButton onClick={() => setRenewing(record)}>
              {t(`manage.expiry.renew.${record.kind === 'certificate' ? 'certificate' : 'contract'}`)}
            </LinkButton>
          )
        }
      />
      {renewing && <Renewal record={renewing} onDone={renewed} onClose={() => setRenewing(undefined)} />}
    </>
  );
}

/** Permission to renew a document or a contract. A batch cannot be renewed. */
function renewalPermission({ kind, suspended }: ExpiringRecord): string {
  if (kind === 'dealerContract') return suspended ? dealerLifeCycle.steps.resume.permission : dealers.permission('edit');
  return supplierPapers.permission('add');
}

interface RenewalProps {
  record: ExpiringRecord;
  onDone: () => void;
  onClose: () => void;
}

/** A new end of a dealer's contract, or a new document of the same kind and name, which replaces the old one. */
function Renewal({ record: { kind, name, ownerId, ownerName, lastDay, suspended }, onDone, onClose }: RenewalProps) {
  if (kind === 'dealerContract')
    return (
      <RenewDrawer
        dealer={{ channelBusinessId: ownerId, channelBusinessName: ownerName, contractTo: lastDay }}
        isSuspended={suspended}
        onDone={onDone}
        onClose={onClose}
      />
    );
  if (kind === 'batch') return null;
  return (
    <ResourceForm
      resource={supplierPapers}
      record={undefined}
      blank={{ supplierId: ownerId, kind, paperName: name }}
      onClose={onClose}
      onDone={onDone}
    >
      <PaperFields />
    </ResourceForm>
  );
}

/** Number of records that expire within the configured days, and of expired ones. The tooltip has the numbers by kind. */
function Counts() {
  const t = useTranslations();
  const { data } = useQuery({ ...endpointQueryOptions(expiryCounts, {}), meta: { ownErrors: true } });
  if (!data) return null;
  const { days, near, over } = data;
  const kinds = expiryKinds.filter((kind) => near[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + near[kind], 0);
  const countsByKind = kinds.map((kind) => `${t(`manage.expiry.kind.${kind}`)} ${near[kind]}`).join(' · ');
  return (
    <Tooltip title={[countsByKind, t('manage.expiry.tip')].filter(Boolean).map((line) => <div key={line}>{line}</div>)}>
      <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1">
        {total + over === 0 && t('manage.expiry.allWell', { days })}
        {over > 0 && <StatusDot tone="grave">{t('manage.expiry.over', { count: over })}</StatusDot>}
        {total > 0 && <StatusDot tone="attention">{t('manage.expiry.near', { count: total, days })}</StatusDot>}
      </span>
    </Tooltip>
  );
}
