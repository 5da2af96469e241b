import {
  batches,
  batchRuns,
  type CodeStatus,
  codeStatuses,
  codes,
  dealers,
  products,
  type StatusCounts,
  suppliers,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { cardNumber, groupDigits } from '../../../ui/number-format.ts';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { shortRegion } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { colourOfStatus, Dot, toneOfStatus } from '../../../ui/status-tones.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './batch-steps.ts';

/** `children`: further lines of the card. */
export function BatchFacts({ batch, children }: { batch: Batch; children: ReactNode }) {
  const t = useTranslations();
  const { madeDate, expiryDate, productionLine, intendedDealerId, intendedDealerName, intendedRegionName } = batch;
  const linkIf = (isAllowed: boolean, path: string, text: ReactNode) => (isAllowed ? <RowLink to={path}>{text}</RowLink> : text);
  const canListSuppliers = usePermission(suppliers.permission('list'));
  const canReadDealers = usePermission(dealers.permission('read'));
  const facts = useKeyFacts(batches, batch, {
    quantity: (quantity) => (
      <Tooltip title={groupDigits(quantity)}>
        <span className="tabular-nums">{cardNumber(quantity, currentLanguage())}</span>
      </Tooltip>
    ),
    supplierName: (name) => linkIf(canListSuppliers, `${suppliers.path}?supplierName=${encodeURIComponent(name)}`, name),
  });
  const intendedMarket = [
    intendedDealerName && linkIf(canReadDealers, `${dealers.path}/${intendedDealerId}`, intendedDealerName),
    intendedRegionName && shortRegion(intendedRegionName),
  ].filter(Boolean);
  return (
    <KeyFacts
      facts={[
        ...facts('gtin', 'quantity', 'supplierName'),
        {
          label: `${t('manage.batch.madeDate')} – ${t('manage.batch.expiryDate')}`,
          value: (
            <span className="tabular-nums">
              {madeDate} – <ExpiryDate day={expiryDate} emptyText={t('manage.batch.noExpiry')} />
            </span>
          ),
        },
        ...facts('ruleName', ...(productionLine ? (['productionLine'] as const) : [])),
        ...(intendedMarket.length > 0
          ? [
              {
                label: <TermTooltip explanation={t('manage.batch.intended.tip')}>{t('manage.batch.intended')}</TermTooltip>,
                value: (
                  <>
                    {intendedMarket[0]}
                    {intendedMarket.length > 1 && <> · {intendedMarket[1]}</>}
                  </>
                ),
              },
            ]
          : []),
      ]}
    >
      {children}
    </KeyFacts>
  );
}

/** Product and batch number. */
export function BatchTitle({ batch: { categoryId, categoryName, batchNo } }: { batch: Batch }) {
  const canReadProducts = usePermission(products.permission('read'));
  return (
    <>
      {canReadProducts ? (
        <Link to={`${products.path}/${categoryId}`} className="text-ink! hover:underline">
          {categoryName}
        </Link>
      ) : (
        categoryName
      )}{' '}
      · <CopyableText>{batchNo}</CopyableText>
    </>
  );
}

const legend = 'm-0 flex list-none flex-wrap gap-x-6 p-0';
const legendEntry =
  '-mx-2 inline-flex cursor-pointer items-center gap-2 rounded border-0 bg-transparent px-2 py-0.5 [font:inherit] hover:bg-hover';

interface StatusLegendProps {
  counts: StatusCounts;
  /** Codes that have the status because of their container. */
  heldCounts: StatusCounts;
  onSelect: (status: CodeStatus) => void;
  /** On hover or focus of a status; undefined on leave. */
  onHighlight: (status: CodeStatus | undefined) => void;
}

function StatusLegend({ counts, heldCounts, onSelect, onHighlight }: StatusLegendProps) {
  const t = useTranslations();
  const parts = codeStatuses.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className={legend}>
      {parts.map(({ status, count }) => (
        <li key={status}>
          <Tooltip title={t('manage.batch.codes', { count: groupDigits(count) })}>
            <button
              type="button"
              className={legendEntry}
              onClick={() => onSelect(status)}
              onPointerEnter={() => onHighlight(status)}
              onPointerLeave={() => onHighlight(undefined)}
              onFocus={() => onHighlight(status)}
              onBlur={() => onHighlight(undefined)}
            >
              <Dot colour={colourOfStatus(status)} />
              <span>{t(codes.word(`status.${status}`))}</span>
              <strong className="tabular-nums">{cardNumber(count, currentLanguage())}</strong>
              <span className="text-xs text-muted tabular-nums">{formatShare(count, total)}</span>
              {heldCounts[status] && <span className="text-xs text-muted">{t('manage.batch.held', { count: heldCounts[status] })}</span>}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/** In place of the bar of a batch without codes. */
export const NoBar = ({ children }: { children: ReactNode }) => (
  <p className="m-0 rounded border border-dashed border-edge px-4 py-3 text-muted">{children}</p>
);

interface BatchStatusOverviewProps {
  batch: Batch;
  heading: ReactNode;
  /** Whether the user may act on a range of units. */
  isSelectable: boolean;
  onSelect: (status: CodeStatus) => void;
}

export function BatchStatusOverview({ batch, heading, isSelectable, onSelect }: BatchStatusOverviewProps) {
  const t = useTranslations();
  const [level, setLevel] = useState(0);
  const [highlighted, setHighlighted] = useState<CodeStatus>();
  const { batchId, issuedCount, packaging } = batch;
  const runs = useQuery({ ...endpointQueryOptions(batchRuns, { id: batchId, level: level || undefined }), meta: { ownErrors: true } });
  const levels = [0, ...(packaging ?? []).map((one) => one.level)];
  // the bar reaches to the last code
  const total = level === 0 ? issuedCount : (runs.data?.at(-1)?.to ?? 0);
  const visibleStatuses = new Set(runs.data?.map(({ status }) => status));
  const hasBar = level === 0 || total > 0;
  return (
    <>
      {/* the button of the bar is at the right of this line */}
      <div className="mb-2 flex flex-wrap items-center gap-x-6 gap-y-1 md:pe-28 md:en:pe-40">
        {heading}
        {levels.length > 1 && (
          <Segmented<number>
            size="small"
            aria-label={t('manage.code.level')}
            options={levels.map((value) => ({ value, label: t(codes.word(`level.${value}`)) }))}
            value={level}
            onChange={setLevel}
          />
        )}
        {level === 0 ? (
          <StatusLegend counts={batch.statusCounts} heldCounts={batch.heldCounts} onSelect={onSelect} onHighlight={setHighlighted} />
        ) : (
          <ul className={legend}>
            {codeStatuses
              .filter((status) => visibleStatuses.has(status))
              .map((status) => (
                <li key={status}>
                  <StatusDot tone={toneOfStatus(status)}>{t(codes.word(`status.${status}`))}</StatusDot>
                </li>
              ))}
          </ul>
        )}
      </div>
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : hasBar ? (
        <BatchBar
          key={level}
          batch={batch}
          runs={runs.data ?? []}
          total={total}
          isSelectable={isSelectable && level === 0}
          highlighted={highlighted}
        />
      ) : runs.data ? (
        <NoBar>{t('manage.batch.barNone', { level: t(codes.word(`level.${level}`)) })}</NoBar>
      ) : (
        <LoadingState rows={2} />
      )}
    </>
  );
}
