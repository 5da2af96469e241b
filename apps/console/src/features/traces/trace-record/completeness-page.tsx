import { type TraceOwner, traceCompleteness, traceOwners, traceRecords } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { endpointQueryOptions, listQueryOptions, useListQuery } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { columnsOf } from '../../../ui/columns.tsx';
import { filtersOf } from '../../../ui/field-kinds.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { EmptyList } from '../../../ui/filter-chips.tsx';
import { formatColumnShare, formatDelay } from '../../../ui/format-amount.ts';
import { ListCard } from '../../../ui/list-card.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { CategoryName, CategorySelect } from '../../catalog/shared/category-select.tsx';
import { ownerText } from '../shared/owner-text.ts';
import { TraceNav, tracePath } from './trace-display.tsx';

/** Progress and label of a bar: 100 % only if complete, with labels of equal width. */
const progressProps = (part: number, whole: number) => ({
  percent: whole === 0 ? 0 : Math.floor((100 * part) / whole),
  format: () => <span className="inline-block min-w-12 text-end text-ink tabular-nums">{formatColumnShare(part, whole)}</span>,
  size: 'small' as const,
  ...(part === whole && { strokeColor: 'var(--success)' }),
});

const EXPLANATIONS = { completeness: 'tip', verified: 'verifiedTip', delayHours: 'delayTip', unfilled: 'unfilledTip' } as const;

function ExplainedTitle({ of }: { of: keyof typeof EXPLANATIONS }) {
  const t = useTranslations();
  return (
    <TermTooltip explanation={t(`manage.traceability.completeness.${EXPLANATIONS[of]}`)}>{t(`manage.traceability.${of}`)}</TermTooltip>
  );
}

const FIGURE = { align: 'right', className: 'tabular-nums' } as const;

interface OwnerTableProps {
  owners: readonly TraceOwner[];
  /** Lists the batches in which records of this owner are missing. */
  onChoose: (owner: Pick<TraceOwner, 'filler' | 'ownerName'>) => void;
}

function OwnerTable({ owners, onChoose }: OwnerTableProps) {
  const t = useTranslations();
  return (
    <SubTable<TraceOwner>
      rowKey={({ filler, ownerName }) => `${filler} ${ownerName}`}
      dataSource={owners}
      scroll={{ x: true }}
      columns={[
        {
          key: 'owner',
          title: t('manage.traceability.owner'),
          render: (_, { filler, ownerName }) => ownerText(t, filler, ownerName),
        },
        {
          key: 'completeness',
          title: <ExplainedTitle of="completeness" />,
          width: 160,
          render: (_, { filled, required }) => (
            <Progress {...progressProps(filled, required)} aria-label={t('manage.traceability.completeness')} />
          ),
        },
        {
          key: 'required',
          title: t('manage.traceability.required'),
          dataIndex: 'required',
          ...FIGURE,
        },
        { key: 'filled', title: t('manage.traceability.filled'), dataIndex: 'filled', ...FIGURE },
        {
          key: 'unfilled',
          title: <ExplainedTitle of="unfilled" />,
          ...FIGURE,
          render: (_, { filler, ownerName, required, filled }) =>
            required > filled ? (
              <LinkButton onClick={() => onChoose({ filler, ownerName })}>{groupDigits(required - filled)}</LinkButton>
            ) : (
              0
            ),
        },
        {
          key: 'verified',
          title: <ExplainedTitle of="verified" />,
          ...FIGURE,
          render: (_, { verified, filled }) => formatColumnShare(verified, filled),
        },
        {
          key: 'delay',
          title: <ExplainedTitle of="delayHours" />,
          ...FIGURE,
          render: (_, { delayHours }) => formatDelay(t, delayHours),
        },
      ]}
    />
  );
}

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
  const emptyList = { noun: t('manage.batch'), updateQuery: updateOwnerQuery, emptyText: t('manage.traceability.completeness.empty') };
  const owners = useQuery({ ...endpointQueryOptions(traceOwners, categoryFilter), meta: { ownErrors: true } });
  const list = useQuery({
    ...listQueryOptions(traceCompleteness, query),
    // outdated when a trace record changes
    queryKey: [traceRecords.path, 'completeness', query],
    placeholderData: keepPreviousData,
  });
  return (
    <Page>
      <PageHeader title={t('manage.traceability.completeness')} purpose={t('manage.traceability.completeness.tip')} />
      <TraceNav current="completeness" />
      {/* next to the open menu, long names shrink in favour of figures */}
      <ListCard className="mb-4 max-xl:[&_.ant-table-cell:first-child]:whitespace-normal!">
        <h2>{t('manage.traceability.completeness.ownerTitle')}</h2>
        {owners.error && <ErrorState error={owners.error} onRetry={() => void owners.refetch()} />}
        {!owners.data && !owners.error && <LoadingState rows={4} />}
        {owners.data?.length === 0 && <EmptyList {...emptyList} query={categoryFilter} />}
        {owners.data && owners.data.length > 0 && (
          <OwnerTable owners={owners.data} onChoose={(owner) => updateQuery({ ...owner, unfilled: '1', batchNo: undefined })} />
        )}
      </ListCard>
      <ListCard>
        <h2>{t('manage.traceability.completeness.batchTitle')}</h2>
        <FilterBar
          of={traceCompleteness}
          query={query}
          updateQuery={updateOwnerQuery}
          filterText={{
            catalogueId: (id) => <CategoryName kind="traceability" id={id} />,
            ownerName: (name) => displayName('roleName', name),
          }}
        >
          {filtersOf(traceCompleteness, t, { catalogueId: <CategorySelect kind="traceability" anyStatus /> })}
        </FilterBar>
        <RecordTable
          rowKey="batchId"
          list={list}
          query={query}
          updateQuery={updateQuery}
          empty={<EmptyList {...emptyList} query={query} />}
          columns={columnsOf(traceCompleteness, {
            batchNo: (batchNo, { batchId }) => (
              <RowLink to={`${tracePath(batchId)}?tab=steps`} strong>
                {batchNo}
              </RowLink>
            ),
            filled: {
              key: 'completeness',
              title: <ExplainedTitle of="completeness" />,
              align: 'left',
              className: '',
              render: (filled, { required }) => (
                <Progress
                  {...progressProps(filled, required)}
                  steps={Math.min(required, 12)}
                  aria-label={t('manage.traceability.completeness')}
                />
              ),
            },
            missing: (missing) =>
              missing.length > 0 ? (
                missing.join(t('kit.joint'))
              ) : (
                <span className="text-muted">{t('manage.traceability.missingNone')}</span>
              ),
          })}
        />
      </ListCard>
    </Page>
  );
}
