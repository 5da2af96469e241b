import { type Traceability, traceabilities } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TraceAnswers } from './trace-answers.tsx';
import { TraceDocuments, TracePictures } from './trace-files.tsx';
import { recordPath, subjectText, traceTones } from './trace-words.ts';

interface TraceTimelineProps {
  records: readonly Traceability[];
  /** Paging controls. */
  pages: ReactNode;
}

/** Oldest first, by event time. */
export function TraceTimeline({ records, pages }: TraceTimelineProps) {
  const t = useTranslations();
  if (records.length === 0) return <EmptyState text={t('manage.traceability.noRecords')} />;
  return (
    <>
      <ol className="trace-line">
        {records.map((record) => {
          const place = [record.regionName, record.placeName].filter(Boolean).join(' · ');
          return (
            <li key={record.traceRecordId} className={`trace-stop trace-${record.state}`}>
              <div className="trace-when">
                <time className="numeral">{record.eventTime.slice(0, 16)}</time>
              </div>
              <div className="trace-what">
                <h3>
                  <RowLink to={recordPath(record.traceRecordId)} strong>
                    {record.stepName}
                  </RowLink>{' '}
                  <CodeBadge of={traceabilities} field="state" value={record.state} tone={traceTones[record.state]} />
                </h3>
                <p className="trace-where">
                  {[place, record.partyName, record.subject === 'batch' ? undefined : subjectText(record, t)].filter(Boolean).join(' · ')}
                </p>
                <TraceAnswers record={record} />
                <TracePictures files={record.files.filter(({ kind, field }) => kind === 'picture' && !field)} small />
                <TraceDocuments files={record.files} />
                {record.hash && (
                  <p className="trace-hash">
                    {t('manage.traceability.inChain', { no: record.linkNo ?? 0 })}{' '}
                    <CopyableText copyable={false}>{record.hash.slice(0, 16)}</CopyableText>
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {pages}
    </>
  );
}
