import { type TraceCompleteness, type TraceOwner, traceabilities } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Input, Progress, Select } from 'antd';
import { getOf, pageOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useWords } from '../../../data/words.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { How } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';
import { Failed, Nothing, Waiting } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import { TraceNav } from './trace-nav.tsx';
import { tracePath } from './trace-words.ts';
import './trace.css';

const listed = { path: `${traceabilities.path}/completeness`, word: traceabilities.word };

/** Progress and label of a bar: 100 % only if complete, with labels of equal width. */
const barOf = (part: number, whole: number) => ({
  percent: whole === 0 ? 0 : Math.floor((100 * part) / whole),
  format: () => <span className="trace-share">{shareText(part, whole)}</span>,
  size: 'small' as const,
  ...(part === whole && { strokeColor: 'var(--good)' }),
});

export default function CompletenessPage() {
  const t = useWords();
  const [query, narrow] = useListQuery();
  /** An owner consists of kind and name, so clearing one clears both. */
  const narrowWhole = (changes: Record<string, unknown>) => {
    const nobody = ['filler', 'ownerName'].some((part) => part in changes && !changes[part]);
    narrow({ ...changes, ...(nobody && { filler: undefined, ownerName: undefined }) });
  };
  useTabTitle(t('manage.traceability.completeness'));
  const { catalogueId, catalogueOnly } = query;
  const classed = { ...(catalogueId && { catalogueId }), ...(catalogueOnly && { catalogueOnly }) };
  const owners = useQuery({ ...getOf<TraceOwner[]>(traceabilities, '/owners', classed), meta: { ownErrors: true } });
  const list = useQuery({
    ...pageOf<TraceCompleteness & Record<string, unknown>>(`${traceabilities.path}/completeness`, query),
    placeholderData: keepPreviousData,
  });
  const tip = (word: 'completeness' | 'verified' | 'delayHours', key: 'tip' | 'verifiedTip' | 'delayTip') => (
    <How says={t(`manage.traceability.completeness.${key}`)}>{t(`manage.traceability.${word}`)}</How>
  );
  return (
    <>
      <TraceNav now="completeness" />
      <div className="page">
        <PageHeader title={t('manage.traceability.completeness')} purpose={t('manage.traceability.completeness.tip')} />
        <section className="card list-card trace-owners">
          <h2>{t('manage.traceability.completeness.ownerTitle')}</h2>
          {owners.error && <Failed error={owners.error} onRetry={() => void owners.refetch()} />}
          {!owners.data && !owners.error && <Waiting rows={4} />}
          {owners.data?.length === 0 && <Nothing text={t('manage.traceability.completeness.empty')} />}
          {owners.data && owners.data.length > 0 && (
            <SubTable<TraceOwner>
              rowKey={({ filler, ownerName }) => `${filler} ${ownerName}`}
              dataSource={owners.data}
              scroll={{ x: true }}
              columns={[
                {
                  key: 'owner',
                  title: t('manage.traceability.owner'),
                  render: (_, { filler, ownerName }) => ownerName ?? t(`manage.traceability.filler.${filler}`),
                },
                {
                  key: 'completeness',
                  title: tip('completeness', 'tip'),
                  width: 160,
                  render: (_, { filled, required }) => (
                    <Progress {...barOf(filled, required)} aria-label={t('manage.traceability.completeness')} />
                  ),
                },
                { key: 'required', title: t('manage.traceability.required'), dataIndex: 'required', align: 'right', className: 'numeral' },
                { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', align: 'right', className: 'numeral' },
                {
                  key: 'unfilled',
                  title: <How says={t('manage.traceability.completeness.unfilledTip')}>{t('manage.traceability.unfilled')}</How>,
                  align: 'right',
                  className: 'numeral',
                  render: (_, { filler, ownerName, required, filled }) =>
                    required > filled ? (
                      <button
                        type="button"
                        className="row-link"
                        onClick={() => narrow({ filler, ownerName, unfilled: '1', batchNo: undefined })}
                      >
                        {groupDigits(required - filled)}
                      </button>
                    ) : (
                      0
                    ),
                },
                {
                  key: 'verified',
                  title: tip('verified', 'verifiedTip'),
                  align: 'right',
                  className: 'numeral',
                  render: (_, { verified, filled }) => shareText(verified, filled),
                },
                {
                  key: 'delay',
                  title: tip('delayHours', 'delayTip'),
                  align: 'right',
                  className: 'numeral',
                  render: (_, { delayHours }) => (delayHours === null ? '—' : t('manage.traceability.delayValue', { hours: delayHours })),
                },
              ]}
            />
          )}
        </section>
        <section className="card list-card">
          <h2>{t('manage.traceability.completeness.batchTitle')}</h2>
          <FilterBar
            of={listed}
            query={query}
            narrow={narrowWhole}
            filterText={{ catalogueId: (id) => <CategoryName kind="traceability" id={id} /> }}
          >
            <Form.Item name="batchNo" label={t('manage.traceability.batchNo')}>
              <Input allowClear />
            </Form.Item>
            <Form.Item name="catalogueId" label={t('manage.traceability.catalogueId')}>
              <CategorySelect kind="traceability" anyStatus />
            </Form.Item>
            <Form.Item name="unfilled" label={t('manage.traceability.unfilled')}>
              <Select options={[{ value: '1', label: t('manage.traceability.unfilled.1') }]} allowClear />
            </Form.Item>
          </FilterBar>
          <RecordTable<TraceCompleteness & Record<string, unknown>>
            rowKey="batchId"
            page={list.data}
            error={list.error}
            loading={list.isPlaceholderData}
            onRetry={() => void list.refetch()}
            query={query}
            narrow={narrow}
            empty={<Nothing text={t('manage.traceability.completeness.empty')} />}
            columns={[
              {
                key: 'batchNo',
                dataIndex: 'batchNo',
                title: t('manage.traceability.batchNo'),
                render: (batchNo: string, { batchId }) => (
                  <RowLink to={`${tracePath(batchId)}?tab=steps`} strong>
                    {batchNo}
                  </RowLink>
                ),
              },
              { key: 'categoryName', dataIndex: 'categoryName', title: t('manage.traceability.categoryName') },
              { key: 'templateName', dataIndex: 'templateName', title: t('manage.traceability.templateName') },
              {
                key: 'completeness',
                title: tip('completeness', 'tip'),
                render: (_, { filled, required }) => (
                  <Progress
                    {...barOf(filled, required)}
                    steps={Math.min(required, 12)}
                    aria-label={t('manage.traceability.completeness')}
                  />
                ),
              },
              { key: 'verified', dataIndex: 'verified', title: t('manage.traceability.verified'), align: 'right', className: 'numeral' },
              { key: 'published', dataIndex: 'published', title: t('manage.traceability.published'), align: 'right', className: 'numeral' },
              {
                key: 'missing',
                title: t('manage.traceability.missing'),
                render: (_, { missing }) =>
                  missing.length > 0 ? missing.join(t('kit.joint')) : <span className="none">{t('manage.traceability.missingNone')}</span>,
              },
            ]}
          />
        </section>
      </div>
    </>
  );
}
