import { type TraceRecord, traceFields, traceRecords } from '@suyuan/contract';
import { Button } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, History, type HistoryEvent, KeyFacts, LifeCycleTimeline } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { useKeyFacts } from '../../../ui/record-view.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { stepNote } from '../../../ui/user-name.tsx';
import { locationText } from '../shared/trace-stops.ts';
import { fillPath, recordPath, subjectText, tracePath, traceTones } from './trace-display.tsx';
import { TraceAnswers, TraceDocuments, TracePictures } from './trace-files.tsx';
import { useTraceLifeCycle } from './use-trace-step.ts';

export default function TraceRecordPage() {
  const { traceRecordId = '' } = useParams();
  return (
    <DetailPage hasLifeCycle of={traceRecords} id={traceRecordId} titleOf={({ categoryName, stepName }) => `${categoryName} · ${stepName}`}>
      {(record) => <TraceRecordBody record={record} />}
    </DetailPage>
  );
}

function TraceRecordBody({ record }: { record: TraceRecord }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { actionsOf, busy, waitText } = useTraceLifeCycle();
  const { traceRecordId, stepName, state, stateReason, form, data, files, inputs, correctsId, correctedById, lng, lat } = record;
  const remove = useConfirmRemove(
    traceRecords,
    () => stepName,
    () => void navigate('/manage/traceability'),
  );
  const [next, ...otherSteps] = actionsOf(record);
  const isDraft = state === 'draft';
  const canEdit = isDraft && hasPermi(traceRecords.permission('edit'));
  // a returned record has to be edited before it is submitted again
  const isReturned = isDraft && stateReason !== null && correctsId === null;
  const edit = () => void navigate(fillPath(traceRecordId));
  const menuItems = [
    ...otherSteps,
    ...(isDraft && hasPermi(traceRecords.permission('remove'))
      ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: () => void remove([record]) }]
      : []),
  ];
  const fields = traceFields(form);
  const isEmpty = files.length === 0 && inputs.length === 0 && Object.values(data).every((value) => value === null);
  const isFormField = (field: string | null) => fields.some(({ name }) => name === field);
  const generalPictures = files.filter(({ kind, field }) => kind === 'picture' && !isFormField(field));
  const position = lng === null || lat === null ? '' : t('manage.traceability.positionText', { lat: String(lat), lng: String(lng) });
  const facts = useKeyFacts(traceRecords, record, {
    batchNo: (batchNo, { batchId }) => (
      <RowLink to={tracePath(batchId)}>
        <span className="mono-text">{batchNo}</span>
      </RowLink>
    ),
    subject: () => subjectText(record, t),
    eventTime: (time) => <TimeText value={time} seconds />,
    placeName: (_, record) => [locationText(record), position].filter(Boolean).join(' · ') || <span className="text-muted">—</span>,
  });
  const stepNotes = {
    draft: stepNote(record.createBy, record.createTime),
    submitted: state !== 'draft' && stepNote(record.submitBy, record.submitTime),
    verified: stepNote(record.verifyBy, record.verifyTime),
    published: stepNote(record.publishBy, record.publishTime),
  };
  return (
    <>
      <PageHeader
        title={`${record.categoryName} · ${stepName}`}
        titleExtra={<CodeBadge of={traceRecords} field="state" value={state} tone={traceTones[state]} />}
        cause={
          stateReason ? (
            <>
              {t('kit.pair', { what: t(isReturned ? 'manage.traceability.returned' : 'common.field.stateReason'), which: stateReason })}
              {isReturned && <span className="ms-2 text-muted">{t('manage.traceability.returned.hint')}</span>}
            </>
          ) : (
            waitText(record)
          )
        }
        actions={
          <>
            {canEdit && (
              <Button type={isReturned ? 'primary' : 'default'} onClick={edit}>
                {t('kit.edit')}
              </Button>
            )}
            {next && (
              <Button
                type={isReturned || next.key === 'reject' || next.key === 'correct' ? 'default' : 'primary'}
                loading={busy}
                onClick={next.onClick}
              >
                {next.label}
              </Button>
            )}
            <MoreMenu name={stepName} items={menuItems} />
          </>
        }
      />
      {correctsId !== null && (
        <p className="mt-0 mb-3">
          <RowLink to={recordPath(correctsId)}>{t('manage.traceability.correctsOther', { id: correctsId })}</RowLink>
        </p>
      )}
      {correctedById !== null && (
        <p className="mt-0 mb-3">
          <RowLink to={recordPath(correctedById)}>
            {t(state === 'corrected' ? 'manage.traceability.correctedByOther' : 'manage.traceability.correctionOpen', {
              id: correctedById,
            })}
          </RowLink>
        </p>
      )}
      <KeyFacts facts={facts('batchNo', 'subject', 'eventTime', 'placeName', 'partyName')}>
        <LifeCycleTimeline
          label={t('common.field.state')}
          current={state}
          steps={(['draft', 'submitted', 'verified', 'published'] as const).map((key) => ({
            key,
            title: t(`manage.traceability.state.${key}`),
            note: stepNotes[key],
          }))}
          {...(state === 'corrected' && { exceptionState: t('manage.traceability.state.corrected') })}
        />
      </KeyFacts>
      <DetailBody aside={<RecordHistory record={record} />} asideTitle={t('manage.traceability.history')}>
        <section className="card px-6 py-4 max-md:px-4">
          <h2>{t('manage.traceability.data')}</h2>
          <TraceAnswers record={record} />
          {isEmpty && <p className="text-muted">{t('manage.traceability.empty')}</p>}
          <TracePictures files={generalPictures} />
          <TraceDocuments files={files.filter(({ field }) => !isFormField(field))} />
          {inputs.length > 0 && (
            <>
              <h3>{t('manage.traceability.inputs')}</h3>
              <ul className="my-2 flex list-none flex-col gap-2 p-0">
                {inputs.map(({ inputBatchId, inputName, lotNo, supplierName, quantity, unit }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the inputs of a record keep their places
                  <li key={index}>
                    {inputBatchId ? <RowLink to={tracePath(inputBatchId)}>{inputName}</RowLink> : inputName}{' '}
                    <span className="text-muted">
                      {[inputBatchId ? null : lotNo, supplierName, quantity === null ? null : `${groupDigits(quantity)} ${unit ?? ''}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {record.hash && (
            <p className="mt-2 mb-0 text-xs wrap-anywhere text-muted">
              {t('manage.traceability.inChain', { no: record.linkNo ?? 0 })} <CopyableText>{record.hash}</CopyableText>
            </p>
          )}
        </section>
      </DetailBody>
    </>
  );
}

function RecordHistory({ record }: { record: TraceRecord }) {
  const t = useTranslations();
  const { createBy, createTime, submitBy, submitTime, rejectBy, rejectTime, verifyBy, verifyTime, publishBy, publishTime } = record;
  const historyEvent = (key: string, action: string, actor: string | null, time: string | null): HistoryEvent[] =>
    actor && time ? [{ key, action, actor, time }] : [];
  const events = [
    ...historyEvent('publish', t('manage.traceability.step.publish'), publishBy, publishTime),
    ...historyEvent('verify', t('manage.traceability.step.verify'), verifyBy, verifyTime),
    ...historyEvent('submit', t('manage.traceability.step.submit'), submitBy, submitTime),
    ...historyEvent('reject', t('manage.traceability.step.reject'), rejectBy, rejectTime),
    ...historyEvent('update', t('manage.traceability.step.edit'), record.updateBy, record.updateTime),
    ...historyEvent('create', t('manage.traceability.wasFilled'), createBy, createTime),
  ];
  return <History events={events.toSorted((one, other) => other.time.localeCompare(one.time))} />;
}
