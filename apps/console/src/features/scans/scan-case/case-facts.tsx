import { batches, type CaseEvidence, codes, type RecordOf, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { send } from '../../../data/request.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

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

export function CaseFacts({ record }: { record: RecordOf<typeof scanCases> }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const {
    subject,
    batchId,
    batchNo,
    categoryName,
    ordinal,
    code,
    channelBusinessName,
    createTime,
    createBy,
    lastTime,
    lastRegion,
    assignee,
    judgeBy,
    cause,
    blocked,
  } = record;
  const canOpenCode = hasPermi(codes.permission('query')) && batchId !== null && ordinal !== null;
  const text = code && (
    <CopyableText grouped={subject === 'code'} copyable={false}>
      {code}
    </CopyableText>
  );
  return (
    <KeyFacts
      facts={[
        {
          label: t(scanCases.word(`subject.${subject}`)),
          value:
            subject === 'dealer' ? (
              channelBusinessName
            ) : canOpenCode ? (
              <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text ?? `${batchNo} · ${ordinal}`}</RowLink>
            ) : (
              text
            ),
        },
        ...(batchNo
          ? [
              { label: t('manage.codeCase.categoryName'), value: categoryName },
              {
                label: t('manage.codeCase.batchNo'),
                value: hasPermi(batches.permission('read')) ? (
                  <RowLink to={`${batches.path}/${batchId}`}>
                    <span className="mono-text">{batchNo}</span>
                  </RowLink>
                ) : (
                  <span className="mono-text">{batchNo}</span>
                ),
              },
            ]
          : []),
        ...(subject !== 'dealer' && channelBusinessName
          ? [{ label: t('manage.codeCase.channelBusinessName'), value: channelBusinessName }]
          : []),
        {
          label: t('manage.codeCase.createTime'),
          value: (
            <>
              <TimeText value={createTime} /> · {createBy ?? t('manage.codeCase.system')}
            </>
          ),
        },
        {
          label: t('manage.codeCase.lastTime'),
          value: (
            <>
              <TimeText value={lastTime} />
              {lastRegion && ` · ${lastRegion}`}
            </>
          ),
        },
        judgeBy !== null && assignee === null
          ? { label: t('manage.codeCase.judgeBy'), value: judgeBy }
          : { label: t('manage.codeCase.assignee'), value: assignee ?? t('manage.codeCase.nobody') },
        ...(cause ? [{ label: t('manage.codeCase.cause'), value: t(scanCases.word(`cause.${cause}`)) }] : []),
        ...(blocked ? [{ label: t('manage.blacklist'), value: t('manage.codeCase.blocked') }] : []),
      ]}
    />
  );
}
