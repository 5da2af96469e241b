import { batches, type CaseEvidence, codes, type RecordOf, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { send } from '../../../data/request.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { shortRegion } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import { CaseAge, CaseAssignee, CaseSubject } from './case-cells.tsx';

const ImagePreview = lazyDialog(() => import('../../../ui/image-preview.tsx'));

const TEXT = 'm-0 whitespace-pre-line wrap-anywhere';

/** Newest first. */
export function ReportList({ reports }: { reports: CaseEvidence['reports'] }) {
  const t = useTranslations();
  if (reports.length === 0) return <EmptyState text={t('manage.codeCase.noReports')} />;
  return (
    <ul className="m-0 grid list-none gap-4 p-0">
      {reports.map(({ reportId, words, contact, boughtAt, picture, region, device, createTime }) => (
        <li key={reportId} className={`grid gap-x-4 gap-y-1 ${picture ? 'grid-cols-[auto_1fr] max-md:grid-cols-[1fr]' : 'grid-cols-1'}`}>
          {picture && <Picture path={picture} />}
          <div>
            <p className={TEXT}>{words ?? <span className="text-muted">{t('manage.codeCase.noWords')}</span>}</p>
            <p className={`${TEXT} text-xs text-muted`}>
              <TimeText value={createTime} />
              {region && ` · ${shortRegion(region)}`}
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
      <button
        type="button"
        className="size-30 cursor-zoom-in overflow-hidden rounded border border-edge bg-transparent p-0"
        onClick={() => setEnlarged(true)}
        disabled={!src}
      >
        {src && <img src={src} alt={t('manage.codeCase.picture')} className="block size-full object-cover" />}
      </button>
      {isEnlarged && src && <ImagePreview src={src} onClose={() => setEnlarged(false)} />}
    </>
  );
}

export function CaseFacts({ record }: { record: RecordOf<typeof scanCases> }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const { subject, batchId, batchNo, ordinal, channelBusinessName, lastRegion, assignee, judgeBy, cause, blocked } = record;
  const canOpenCode = hasPermi(codes.permission('query')) && batchId !== null && ordinal !== null;
  const subjectText = <CaseSubject record={record} />;
  const facts = useKeyFacts(scanCases, record, {
    batchNo(batchNo) {
      const number = <span className="mono-text">{batchNo}</span>;
      return hasPermi(batches.permission('read')) ? <RowLink to={`${batches.path}/${batchId}`}>{number}</RowLink> : number;
    },
    createTime: (time, { createBy }) => (
      <>
        <TimeText value={time} /> · {createBy ? <UserName login={createBy} /> : t('kit.system')}
      </>
    ),
    lastTime: (time) => (
      <>
        <TimeText value={time} />
        {lastRegion && ` · ${shortRegion(lastRegion)}`}
      </>
    ),
    assignee: (name, { assigneeAvatar }) => <CaseAssignee name={name} avatar={assigneeAvatar} />,
  });
  return (
    <KeyFacts
      facts={[
        {
          label: t(scanCases.word(`subject.${subject}`)),
          value: canOpenCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{subjectText}</RowLink> : subjectText,
        },
        ...(batchNo ? facts('categoryName', 'batchNo') : []),
        ...(subject !== 'dealer' && channelBusinessName ? facts('channelBusinessName') : []),
        ...facts('createTime'),
        ...(record.verdict ? [] : [{ label: t('manage.codeCase.age'), value: <CaseAge record={record} /> }]),
        ...facts('lastTime', judgeBy !== null && assignee === null ? 'judgeBy' : 'assignee'),
        ...(cause ? facts('cause') : []),
        ...(blocked ? [{ label: t('manage.blacklist.title'), value: t('manage.codeCase.blocked') }] : []),
      ]}
    />
  );
}
