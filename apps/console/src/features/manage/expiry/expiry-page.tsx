import { type ExpiryCounts, type ExpiryKind, expiries, expiryKinds } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Badge, Form, Input, Select, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { getOf } from '../../../kit/api.ts';
import { columnOf, Dot } from '../../../kit/columns.tsx';
import { LastDay } from '../../../kit/last-day.tsx';
import { useListQuery } from '../../../kit/list-query.ts';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { useWords } from '../../../kit/words.ts';

const WITHIN = ['7', '30', '60', '90', '180', '365'] as const;

/** Where the record behind a line is. */
const places: Record<ExpiryKind, (id: number) => string> = {
  certificate: (id) => `/manage/supplier/${id}?tab=papers`,
  contract: (id) => `/manage/supplier/${id}?tab=papers`,
  dealerContract: (id) => `/manage/channelBusiness/${id}?tab=facts`,
  batch: (id) => `/manage/batch/${id}`,
};

/** Papers, contracts and batches by the day on which they end. */
export default function ExpiryPage() {
  const t = useWords();
  const navigate = useNavigate();
  return (
    <ResourcePage
      resource={expiries}
      onOpen={({ kind, ownerId }) => void navigate(places[kind](ownerId))}
      columns={[
        columnOf(expiries, 'name'),
        columnOf(expiries, 'lastDay', (day, { daysLeft }) => (
          <Dot tone={daysLeft < 0 ? 'grave' : daysLeft <= 7 ? 'attention' : 'verified'}>
            <LastDay day={day} />
          </Dot>
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
              options={WITHIN.map((value) => ({ value, label: t('manage.expiry.withinDays', { count: Number(value) }) }))}
            />
          </Form.Item>
        </>
      }
      filterText={{ within: (days) => t('manage.expiry.withinDays', { count: Number(days) }) }}
      toolbar={<Counts />}
    />
  );
}

/** How much of each kind ends within the days of the setting. */
function Counts() {
  const t = useWords();
  const [, narrow] = useListQuery();
  const { data } = useQuery({ ...getOf<ExpiryCounts>(expiries, '/counts'), meta: { ownErrors: true } });
  if (!data) return null;
  const near = expiryKinds.reduce((sum, kind) => sum + data.near[kind], 0);
  return (
    <Tooltip title={t('manage.expiry.tip')}>
      <span className="expiry-counts">
        {expiryKinds
          .filter((kind) => data.near[kind] > 0)
          .map((kind) => (
            <button key={kind} type="button" className="row-link" onClick={() => narrow({ kind })}>
              {t(`manage.expiry.kind.${kind}`)} <Badge count={data.near[kind]} color="var(--tone-attention)" overflowCount={999} />
            </button>
          ))}
        {data.over > 0 && <span className="last-day-over">{t('manage.expiry.over', { count: data.over })}</span>}
        {near + data.over === 0 && <span className="none">{t('manage.expiry.allWell', { days: data.days })}</span>}
      </span>
    </Tooltip>
  );
}
