import { type BatchEvent, batches, type CodeDetail, type CodeHistory, codes, dealers, products } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useParams, useSearchParams } from 'react-router';
import { getQueryOptions } from '../../../data/api.ts';
import { translateValue, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, History, type HistoryEvent, KeyFacts } from '../../../ui/detail.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { CodeFrames, CodeScans } from './code-detail-parts.tsx';
import { CodeHero } from './code-hero.tsx';
import { CodeJourney } from './code-journey.tsx';
import './code.css';

export default function CodeDetailPage() {
  const { batchId = '', ordinal = '' } = useParams();
  const level = useSearchParams()[0].get('level') ?? '0';
  const detail = useQuery({ ...getQueryOptions<CodeDetail>(codes, '/detail', { batchId, level, ordinal }), meta: { ownErrors: true } });
  const history = useQuery({ ...getQueryOptions<CodeHistory>(codes, '/history', { batchId, level, ordinal }), meta: { ownErrors: true } });
  const t = useTranslations();
  useTabTitle(detail.data?.code ?? undefined);
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} listHref={codes.path} />;
  if (!detail.data)
    return (
      <div className="page">
        <LoadingState rows={12} />
      </div>
    );
  const { events, scans } = history.data ?? {};
  return (
    <div className="page">
      <CodeHero detail={detail.data} />
      <CodeFacts detail={detail.data} />
      {history.error && !history.data && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {!history.error && !history.data && <LoadingState rows={6} />}
      {events && scans && (
        <DetailBody aside={<CodeEvents events={events} />} asideTitle={t('manage.batch.history')}>
          {(detail.data.frames.length > 0 || detail.data.level > 0) && <CodeFrames detail={detail.data} />}
          <CodeJourney detail={detail.data} scans={scans} />
          <CodeScans
            batchId={detail.data.batchId}
            ordinal={detail.data.ordinal}
            level={detail.data.level}
            scans={scans}
            since={issuedAt(events) ?? detail.data.firstTime ?? ''}
          />
        </DetailBody>
      )}
    </div>
  );
}

/** When the codes of the batch were issued; otherwise its first event. */
const issuedAt = (events: readonly BatchEvent[]) => (events.find(({ action }) => action === 'issued') ?? events.at(-1))?.eventTime;

function CodeFacts({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { batchId, batchNo, level, ordinal, categoryName, gtin, madeDate, expiryDate, sessions, firstTime, recalledScans } = detail;
  const { holderId, holderName } = detail;
  const [canReadBatches, canListProducts] = [usePermission(batches.permission('read')), usePermission(products.permission('list'))];
  const canReadDealers = usePermission(dealers.permission('read'));
  return (
    <KeyFacts
      facts={[
        {
          label: t('manage.code.batchNo'),
          value: canReadBatches ? (
            <RowLink to={`${batches.path}/${batchId}`}>
              <span className="mono-text">{batchNo}</span>
            </RowLink>
          ) : (
            <CopyableText>{batchNo}</CopyableText>
          ),
        },
        {
          label: t('manage.code.categoryName'),
          value: (
            <>
              {canListProducts ? (
                <RowLink to={`${products.path}?categoryName=${encodeURIComponent(categoryName)}`}>{categoryName}</RowLink>
              ) : (
                categoryName
              )}
              {gtin && <span className="fact-note mono-text">{gtin}</span>}
            </>
          ),
        },
        {
          label: t('manage.code.ordinal'),
          value: (
            <>
              {level > 0 && `${t(codes.word(`level.${level}`))} `}
              <span className="numeral">{groupDigits(ordinal)}</span>
            </>
          ),
        },
        {
          label: t('manage.code.holderName'),
          value:
            holderId === null ? (
              t('manage.code.noHolder')
            ) : canReadDealers ? (
              <RowLink to={`${dealers.path}/${holderId}`}>{holderName}</RowLink>
            ) : (
              holderName
            ),
        },
        {
          label: `${t('manage.batch.madeDate')} – ${t('manage.batch.expiryDate')}`,
          value: (
            <span className="numeral">
              {madeDate} – {expiryDate ?? t('manage.batch.noExpiry')}
            </span>
          ),
        },
        {
          label: t('manage.code.sessions'),
          value: (
            <>
              <span className="numeral">{groupDigits(sessions)}</span>
              {firstTime && (
                <span className="fact-note">
                  {t('manage.code.firstTime')} <TimeText value={firstTime} />
                </span>
              )}
              {recalledScans > 0 && (
                <Tooltip title={t('manage.code.recalledScans.term')}>
                  <span className="fact-note">{t('manage.code.recalledScans', { count: recalledScans })}</span>
                </Tooltip>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function CodeEvents({ events }: { events: readonly BatchEvent[] }) {
  const t = useTranslations();
  return (
    <History
      events={events.map(({ eventId, action, userName, eventTime, reason, ordinalFrom, ordinalTo }): HistoryEvent => {
        const hasRange = ordinalFrom !== null && ordinalTo !== null;
        return {
          key: eventId,
          actor: userName || t('manage.batch.nobody'),
          action: (
            <>
              {translateValue(t, `manage.batch.step.${action}`, action)}
              {hasRange && (
                <span className="numeral code-run">
                  {' '}
                  {ordinalFrom === ordinalTo ? t('manage.code.thisOne') : `${groupDigits(ordinalFrom)} – ${groupDigits(ordinalTo)}`}
                </span>
              )}
            </>
          ),
          time: eventTime,
          reason,
        };
      })}
    />
  );
}
