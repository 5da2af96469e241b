import { type CaseEvidence, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { send } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { lazyWithRetry } from '../../../ui/lazy-part.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/times.tsx';

const ImagePreview = lazyWithRetry(() => import('../../../ui/image-preview.tsx'));

/** Newest first. */
export function ReportList({ reports }: { reports: CaseEvidence['reports'] }) {
  const t = useTranslations();
  if (reports.length === 0) return <EmptyState text={t('manage.codeCase.noReports')} />;
  return (
    <ul className="case-reports">
      {reports.map(({ reportId, words, contact, boughtAt, picture, region, device, createTime }) => (
        <li key={reportId} className="case-report">
          {picture && <Picture path={picture} />}
          <div>
            <p>{words ?? <span className="none">{t('manage.codeCase.noWords')}</span>}</p>
            <p className="case-report-facts">
              <TimeText value={createTime} />
              {region && ` · ${region}`}
              {boughtAt && ` · ${t('manage.codeCase.boughtAt')} ${boughtAt}`}
              {contact && ` · ${t('manage.codeCase.contact')} ${contact}`}
              {` · ${t('manage.codeRecord.device')} `}
              <RowLink to={`${scans.path}?device=${device}`}>
                <span className="mono-text">{device}</span>
              </RowLink>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A picture that requires permission to query cases. */
function Picture({ path }: { path: string }) {
  const t = useTranslations();
  const [isEnlarged, setEnlarged] = useState(false);
  const { data: blob } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await send('GET', path, undefined, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { ownErrors: true },
  });
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return (
    <>
      <button type="button" className="case-picture" onClick={() => setEnlarged(true)} disabled={!src}>
        {src && <img src={src} alt={t('manage.codeCase.picture')} />}
      </button>
      {isEnlarged && src && (
        <Suspense fallback={null}>
          <ImagePreview src={src} onClose={() => setEnlarged(false)} />
        </Suspense>
      )}
    </>
  );
}
