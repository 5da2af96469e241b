import { type PublicTraceStep, stepSign, traceRecords } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { fileUrl } from '../../../data/site-config.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';

export function TracePreview({ traceQuery, name }: { traceQuery: Record<string, string>; name: string }) {
  const t = useTranslations();
  const preview = useQuery({ ...getQueryOptions<PublicTraceStep[]>(traceRecords, '/preview', traceQuery), meta: { ownErrors: true } });
  if (preview.error && !preview.data) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <LoadingState rows={6} />;
  if (preview.data.length === 0) return <EmptyState text={t('manage.traceability.previewEmpty')} />;
  return (
    <>
      <p className="none">{t('manage.traceability.previewHint')}</p>
      <div className="trace-phone">
        <p className="trace-phone-goods">{name}</p>
        <ol>
          {preview.data.map((step) => (
            <Step key={step.proof} step={step} />
          ))}
        </ol>
      </div>
    </>
  );
}

/**
 * A step in the order of the verification page: what, when, where and who with the first picture, then measurements, then other pictures.
 */
function Step({ step: { stepName, bizStep, eventTime, regionName, placeName, partyName, fields, pictures } }: { step: PublicTraceStep }) {
  const place = [regionName, placeName].filter(Boolean).join(' ');
  const [first, ...otherPictures] = pictures.map((picture) => <img key={picture} src={fileUrl(picture)} alt={stepName} loading="lazy" />);
  return (
    <li>
      <span className="trace-phone-mark">
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
          <path d={stepSign(bizStep)} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <div className="trace-phone-step">
        <div>
          <h3>{stepName}</h3>
          <p className="numeral">{eventTime.slice(0, 16)}</p>
          {place && <p>{place}</p>}
          {partyName && <p>{partyName}</p>}
        </div>
        {first}
      </div>
      {fields.length > 0 && (
        <dl>
          {fields.map(({ title, value }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {otherPictures.length > 0 && <p className="trace-phone-pictures">{otherPictures}</p>}
    </li>
  );
}
