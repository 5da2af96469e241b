import {
  batches,
  type CodeRun,
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
import { getQueryOptions } from '../../../data/api.ts';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { businessNow, dayjs } from '../../../ui/day.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { colourOfStatus, toneOfStatus } from '../../../ui/status-tones.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './batch-steps.ts';

function DaysLeft({ day }: { day: string }) {
  const t = useTranslations();
  const days = dayjs(day).diff(businessNow().startOf('day'), 'day');
  return (
    <span className={days < 0 ? 'days-over' : 'days-left'}>
      {days < 0 ? t('manage.batch.expired') : t('manage.batch.daysLeft', { count: days })}
    </span>
  );
}

export function BatchFacts({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { categoryName, gtin, supplierName, quantity, madeDate, expiryDate, ruleName } = batch;
  const { productionLine, intendedDealerId, intendedDealerName, intendedRegionName } = batch;
  const linkIf = (isAllowed: boolean, path: string, text: ReactNode) => (isAllowed ? <RowLink to={path}>{text}</RowLink> : text);
  const [canListProducts, canListSuppliers] = [usePermission(products.permission('list')), usePermission(suppliers.permission('list'))];
  const canReadDealers = usePermission(dealers.permission('read'));
  const intendedMarket = [
    intendedDealerName && linkIf(canReadDealers, `/manage/channelBusiness/${intendedDealerId}`, intendedDealerName),
    intendedRegionName,
  ].filter(Boolean);
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.batch.categoryName'),
          value: linkIf(canListProducts, `/manage/category?categoryName=${encodeURIComponent(categoryName)}`, categoryName),
        },
        { label: t('manage.batch.gtin'), value: <CopyableText>{gtin}</CopyableText> },
        {
          label: t('manage.batch.quantity'),
          value: (
            <Tooltip title={groupDigits(quantity)}>
              <span className="numeral">{quantity < 1e6 ? groupDigits(quantity) : shortNumber(quantity, currentLanguage())}</span>
            </Tooltip>
          ),
        },
        {
          label: t('manage.batch.supplierName'),
          value: linkIf(canListSuppliers, `/manage/supplier?supplierName=${encodeURIComponent(supplierName)}`, supplierName),
        },
        {
          label: `${t('manage.batch.madeDate')} – ${t('manage.batch.expiryDate')}`,
          value: (
            <span className="numeral">
              {madeDate} – {expiryDate ?? t('manage.batch.noExpiry')} {expiryDate && <DaysLeft day={expiryDate} />}
            </span>
          ),
        },
        { label: t('manage.batch.ruleName'), value: ruleName },
        ...(productionLine ? [{ label: t('manage.batch.productionLine'), value: productionLine }] : []),
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
    />
  );
}

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
    <ul className="status-legend">
      {parts.map(({ status, count }) => (
        <li key={status}>
          <Tooltip title={t('manage.batch.codes', { count: groupDigits(count) })}>
            <button
              type="button"
              onClick={() => onSelect(status)}
              onPointerEnter={() => onHighlight(status)}
              onPointerLeave={() => onHighlight(undefined)}
              onFocus={() => onHighlight(status)}
              onBlur={() => onHighlight(undefined)}
            >
              <i className="dot" style={{ background: colourOfStatus(status) }} aria-hidden="true" />
              <span>{t(codes.word(`status.${status}`))}</span>
              <strong className="numeral">{shortNumber(count, currentLanguage())}</strong>
              <span className="numeral legend-share">{formatShare(count, total)}</span>
              {heldCounts[status] && <span className="legend-share">{t('manage.batch.held', { count: heldCounts[status] })}</span>}
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

interface BatchStatusOverviewProps {
  batch: Batch;
  /** Whether the user may act on a range of units. */
  isSelectable: boolean;
  onSelect: (status: CodeStatus) => void;
}

export function BatchStatusOverview({ batch, isSelectable, onSelect }: BatchStatusOverviewProps) {
  const t = useTranslations();
  const [level, setLevel] = useState(0);
  const [highlighted, setHighlighted] = useState<CodeStatus>();
  const { batchId, issuedCount, packaging } = batch;
  const query = level === 0 ? {} : { level: String(level) };
  const runs = useQuery({ ...getQueryOptions<CodeRun[]>(batches, `/${batchId}/runs`, query), meta: { ownErrors: true } });
  const levels = [0, ...(packaging ?? []).map((one) => one.level)];
  // the bar reaches to the last code
  const total = level === 0 ? issuedCount : (runs.data?.at(-1)?.to ?? 0);
  const visibleStatuses = new Set(runs.data?.map(({ status }) => status));
  return (
    <>
      {levels.length > 1 && (
        <Segmented<number>
          className="bar-levels"
          aria-label={t('manage.code.level')}
          options={levels.map((value) => ({ value, label: t(codes.word(`level.${value}`)) }))}
          value={level}
          onChange={setLevel}
        />
      )}
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : level === 0 ? (
        <>
          <BatchBar key={0} batch={batch} runs={runs.data ?? []} total={total} isSelectable={isSelectable} highlighted={highlighted} />
          <StatusLegend counts={batch.statusCounts} heldCounts={batch.heldCounts} onSelect={onSelect} onHighlight={setHighlighted} />
        </>
      ) : total > 0 ? (
        <>
          <BatchBar key={level} batch={batch} runs={runs.data ?? []} total={total} isSelectable={false} />
          <ul className="status-legend">
            {codeStatuses
              .filter((status) => visibleStatuses.has(status))
              .map((status) => (
                <li key={status}>
                  <StatusDot tone={toneOfStatus(status)}>{t(codes.word(`status.${status}`))}</StatusDot>
                </li>
              ))}
          </ul>
        </>
      ) : runs.data ? (
        <p className="bar-empty">{t('manage.batch.barNone', { level: t(codes.word(`level.${level}`)) })}</p>
      ) : (
        <LoadingState rows={2} />
      )}
    </>
  );
}
