import { type TraceCompleteness, type TraceOwner, traceRecords } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Input, Progress, Select } from 'antd';
import { getQueryOptions, pageQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import { TraceNav, tracePath } from './trace-display.tsx';
import './trace.css';

const filterResource = { path: `${traceRecords.path}/completeness`, word: traceRecords.word };

/** Progress and label of a bar: 100 % only if complete, with labels of equal width. */
const progressProps = (part: number, whole: number) => ({
  percent: whole === 0 ? 0 : Math.floor((100 * part) / whole),
  format: () => <span className="trace-share">{formatShare(part, whole)}</span>,
  size: 'small' as const,
  ...(part === whole && { strokeColor: 'var(--good)' }),
});

export default function CompletenessPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  /** An owner consists of kind and name, so clearing one clears both. */
  const updateOwnerQuery = (changes: Record<string, unknown>) => {
    const isOwnerCleared = ['filler', 'ownerName'].some((part) => part in changes && !changes[part]);
    updateQuery({ ...changes, ...(isOwnerCleared && { filler: undefined, ownerName: undefined }) });
  };
  useTabTitle(t('manage.traceability.completeness'));
  const { catalogueId, catalogueOnly } = query;
  const categoryFilter = { ...(catalogueId && { catalogueId }), ...(catalogueOnly && { catalogueOnly }) };
  const owners = useQuery({ ...getQueryOptions<TraceOwner[]>(traceRecords, '/owners', categoryFilter), meta: { ownErrors: true } });
  const list = useQuery({
    ...pageQueryOptions<TraceCompleteness & Record<string, unknown>>(`${traceRecords.path}/completeness`, query),
    placeholderData: keepPreviousData,
  });
  const titleWithTip = (word: 'completeness' | 'verified' | 'delayHours', key: 'tip' | 'verifiedTip' | 'delayTip') => (
    <TermTooltip explanation={t(`manage.traceability.completeness.${key}`)}>{t(`manage.traceability.${word}`)}</TermTooltip>
  );
  return (
    <>
      <TraceNav current="completeness" />
      <div className="page">
        <PageHeader title={t('manage.traceability.completeness')} purpose={t('manage.traceability.completeness.tip')} />
        <section className="card list-card trace-owners">
          <h2>{t('manage.traceability.completeness.ownerTitle')}</h2>
          {owners.error && <ErrorState error={owners.error} onRetry={() => void owners.refetch()} />}
          {!owners.data && !owners.error && <LoadingState rows={4} />}
          {owners.data?.length === 0 && <EmptyState text={t('manage.traceability.completeness.empty')} />}
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
                  title: titleWithTip('completeness', 'tip'),
                  width: 160,
                  render: (_, { filled, required }) => (
                    <Progress {...progressProps(filled, required)} aria-label={t('manage.traceability.completeness')} />
                  ),
                },
                { key: 'required', title: t('manage.traceability.required'), dataIndex: 'required', align: 'right', className: 'numeral' },
                { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', align: 'right', className: 'numeral' },
                {
                  key: 'unfilled',
                  title: (
                    <TermTooltip explanation={t('manage.traceability.completeness.unfilledTip')}>
                      {t('manage.traceability.unfilled')}
                    </TermTooltip>
                  ),
                  align: 'right',
                  className: 'numeral',
                  render: (_, { filler, ownerName, required, filled }) =>
                    required > filled ? (
                      <button
                        type="button"
                        className="row-link"
                        onClick={() => updateQuery({ filler, ownerName, unfilled: '1', batchNo: undefined })}
                      >
                        {groupDigits(required - filled)}
                      </button>
                    ) : (
                      0
                    ),
                },
                {
                  key: 'verified',
                  title: titleWithTip('verified', 'verifiedTip'),
                  align: 'right',
                  className: 'numeral',
                  render: (_, { verified, filled }) => formatShare(verified, filled),
                },
                {
                  key: 'delay',
                  title: titleWithTip('delayHours', 'delayTip'),
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
            of={filterResource}
            query={query}
            updateQuery={updateOwnerQuery}
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
            updateQuery={updateQuery}
            empty={<EmptyState text={t('manage.traceability.completeness.empty')} />}
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
                title: titleWithTip('completeness', 'tip'),
                render: (_, { filled, required }) => (
                  <Progress
                    {...progressProps(filled, required)}
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
