import { type PublicTraceStep, traceabilities } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../kit/api.ts';
import { Failed, Nothing, Waiting } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';
import { fileUrl } from './trace-words.ts';

/** The way as a shopper's phone shows it. */
export function TracePreview({ asked, name }: { asked: Record<string, string>; name: string }) {
  const t = useWords();
  const preview = useQuery({ ...getOf<PublicTraceStep[]>(traceabilities, '/preview', asked), meta: { ownErrors: true } });
  if (preview.error && !preview.data) return <Failed error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Waiting rows={6} />;
  if (preview.data.length === 0) return <Nothing text={t('manage.traceability.previewEmpty')} />;
  return (
    <>
      <p className="none">{t('manage.traceability.previewHint')}</p>
      <div className="trace-phone">
        <p className="trace-phone-goods">{name}</p>
        <ol>
          {preview.data.map(({ stepName, eventTime, regionName, placeName, partyName, fields, pictures, proof }) => (
            <li key={proof}>
              <h3>{stepName}</h3>
              <p className="numeral">{eventTime.slice(0, 16)}</p>
              <p>{[regionName, placeName, partyName].filter(Boolean).join(' · ')}</p>
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
              {pictures.length > 0 && (
                <p className="trace-phone-pictures">
                  {pictures.map((picture) => (
                    <img key={picture} src={fileUrl(picture)} alt={stepName} loading="lazy" />
                  ))}
                </p>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
