import { type ExpiryCounts, type ExpiryKind, expiries, expiryKinds } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { columnOf, StatusDot } from '../../../ui/columns.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';

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
  return (
    <ResourcePage
      resource={expiries}
      onOpen={({ kind, ownerId }) => void navigate(ownerPaths[kind](ownerId))}
      columns={[
        columnOf(expiries, 'name'),
        columnOf(expiries, 'lastDay', (day, { daysLeft }) => (
          <StatusDot tone={daysLeft < 0 ? 'grave' : daysLeft <= 7 ? 'attention' : 'verified'}>
            <ExpiryDate day={day} />
          </StatusDot>
        )),
        columnOf(expiries, 'kind', (kind) => t(`manage.expiry.kind.${kind}`)),
        columnOf(expiries, 'ownerName'),
      ]}
      filters={
        <>
          <Form.Item name="ownerName" label={t('manage.expiry.ownerName')}>
            <Input allowClear placeholder={t('manage.expiry.ownerName.hint')} />
          </Form.Item>
          <Form.Item name="kind" label={t('manage.expiry.kind')}>
            <Select allowClear options={expiryKinds.map((value) => ({ value, label: t(`manage.expiry.kind.${value}`) }))} />
          </Form.Item>
          <Form.Item name="within" label={t('manage.expiry.within')}>
            <Select
              allowClear
              options={DAY_OPTIONS.map((value) => ({ value, label: t('manage.expiry.withinDays', { count: Number(value) }) }))}
            />
          </Form.Item>
        </>
      }
      filterText={{ within: (days) => t('manage.expiry.withinDays', { count: Number(days) }) }}
      toolbar={<Counts />}
    />
  );
}

/** Number of records that expire within the configured days, and of expired ones. The tooltip has the numbers by kind. */
function Counts() {
  const t = useTranslations();
  const { data } = useQuery({ ...getQueryOptions<ExpiryCounts>(expiries, '/counts'), meta: { ownErrors: true } });
  if (!data) return null;
  const { days, near, over } = data;
  const kinds = expiryKinds.filter((kind) => near[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + near[kind], 0);
  const countsByKind = kinds.map((kind) => `${t(`manage.expiry.kind.${kind}`)} ${near[kind]}`).join(' · ');
  return (
    <Tooltip title={[countsByKind, t('manage.expiry.tip')].filter(Boolean).map((line) => <div key={line}>{line}</div>)}>
      <span className="expiry-counts explained">
        {total + over === 0 && t('manage.expiry.allWell', { days })}
        {over > 0 && <StatusDot tone="grave">{t('manage.expiry.over', { count: over })}</StatusDot>}
        {total > 0 && <StatusDot tone="attention">{t('manage.expiry.near', { count: total, days })}</StatusDot>}
      </span>
    </Tooltip>
  );
}
