import { type TraceMove, type TraceRecord, traceFields, traceRecords } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, History, type HistoryEvent, KeyFacts, LifecycleTimeline } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { fillPath, recordPath, subjectText, tracePath, traceTones } from './trace-display.tsx';
import { TraceAnswers, TraceDocuments, TracePictures } from './trace-files.tsx';
import { availableMoves, useTraceStep } from './use-trace-step.ts';
import './trace.css';

export default function TraceRecordPage() {
  const { traceRecordId = '' } = useParams();
  const recordQuery = useQuery({ ...recordQueryOptions(traceRecords, traceRecordId), meta: { ownErrors: true } });
  useTabTitle(recordQuery.data?.stepName);
  if (recordQuery.error && !recordQuery.data)
    return <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} listHref={traceRecords.path} />;
  return <div className="page">{recordQuery.data ? <TraceRecordBody record={recordQuery.data} /> : <LoadingState rows={10} />}</div>;
}

function TraceRecordBody({ record }: { record: TraceRecord }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { take: runStep, busy } = useTraceStep();
  const { traceRecordId, stepName, state, stateReason, batchId, batchNo, form, data, files, inputs, correctsId, correctedById } = record;
  const remove = useConfirmRemove(
    traceRecords,
    () => stepName,
    () => void navigate('/manage/traceability'),
  );
  const [next, ...otherSteps] = availableMoves(record, hasPermi);
  const isDraft = state === 'draft';
  const canEdit = isDraft && hasPermi(traceRecords.permission('edit'));
  // a returned record has to be edited before it is submitted again
  const isReturned = isDraft && stateReason !== null && correctsId === null;
  const edit = () => void navigate(fillPath(traceRecordId));
  const move = async (step: TraceMove) => {
    const id = await runStep(step, record);
    if (step === 'correct' && id) void navigate(fillPath(id));
  };
  const menuItems = [
    ...otherSteps.map((each) => ({ key: each, label: t(`manage.traceability.do.${each}`), onClick: () => void move(each) })),
    ...(isDraft && hasPermi(traceRecords.permission('remove'))
      ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: () => void remove([record]) }]
      : []),
  ];
  const fields = traceFields(form);
  const isEmpty = files.length === 0 && inputs.length === 0 && Object.values(data).every((value) => value === null);
  const isFormField = (field: string | null) => fields.some(({ name }) => name === field);
  const generalPictures = files.filter(({ kind, field }) => kind === 'picture' && !isFormField(field));
  const place = [record.regionName, record.placeName].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={stepName}
        titleExtra={<CodeBadge of={traceRecords} field="state" value={state} tone={traceTones[state]} />}
        actions={
          <>
            {canEdit && (
              <Button type={isReturned ? 'primary' : 'default'} onClick={edit}>
                {t('kit.edit')}
              </Button>
            )}
            {next && (
              <Button
                type={isReturned || next === 'reject' || next === 'correct' ? 'default' : 'primary'}
                loading={busy}
                onClick={() => void move(next)}
              >
                {t(`manage.traceability.do.${next}`)}
              </Button>
            )}
            {menuItems.length > 0 && (
              <Dropdown menu={{ items: menuItems }} trigger={['click']}>
                <Button aria-label={t('kit.moreOf', { name: stepName })} icon={<Icon name="more" />} />
              </Dropdown>
            )}
          </>
        }
      />
      {stateReason && (
        <Alert
          type="warning"
          showIcon
          title={t('kit.pair', { what: t(isReturned ? 'manage.traceability.returned' : 'common.field.stateReason'), which: stateReason })}
          {...(isReturned && { description: t('manage.traceability.returned.hint') })}
          className="trace-alert"
        />
      )}
      {correctsId !== null && (
        <p className="trace-relation">
          <RowLink to={recordPath(correctsId)}>{t('manage.traceability.correctsOther', { id: correctsId })}</RowLink>
        </p>
      )}
      {correctedById !== null && (
        <p className="trace-relation">
          <RowLink to={recordPath(correctedById)}>
            {t(state === 'corrected' ? 'manage.traceability.correctedByOther' : 'manage.traceability.correctionOpen', {
              id: correctedById,
            })}
          </RowLink>
        </p>
      )}
      <KeyFacts
        facts={[
          {
            label: t('manage.traceability.batchNo'),
            value: (
              <RowLink to={tracePath(batchId)}>
                <span className="mono-text">{batchNo}</span>
              </RowLink>
            ),
          },
          { label: t('manage.traceability.categoryName'), value: record.categoryName },
          { label: t('manage.traceability.subject'), value: subjectText(record, t) },
          { label: t('manage.traceability.eventTime'), value: <TimeText value={record.eventTime} seconds /> },
          { label: t('manage.traceability.placeName'), value: place || <span className="none">—</span> },
          { label: t('manage.traceability.partyName'), value: record.partyName ?? <span className="none">—</span> },
        ]}
      />
      <LifecycleTimeline
        label={t('common.field.state')}
        current={state}
        steps={(['draft', 'submitted', 'verified', 'published'] as const).map((key) => ({
          key,
          title: t(`manage.traceability.state.${key}`),
          note: { draft: record.createBy, submitted: record.submitBy, verified: record.verifyBy, published: record.publishBy }[key],
        }))}
        {...(state === 'corrected' && { exceptionState: t('manage.traceability.state.corrected') })}
      />
      <DetailBody aside={<RecordHistory record={record} />} asideTitle={t('manage.traceability.history')}>
        <section className="card trace-card">
          <h2>{t('manage.traceability.data')}</h2>
          <TraceAnswers record={record} />
          {isEmpty && <p className="none">{t('manage.traceability.empty')}</p>}
          <TracePictures files={generalPictures} />
          <TraceDocuments files={files.filter(({ field }) => !isFormField(field))} />
          {inputs.length > 0 && (
            <>
              <h3>{t('manage.traceability.inputs')}</h3>
              <ul className="trace-inputs">
                {inputs.map(({ inputBatchId, inputName, lotNo, supplierName, quantity, unit }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the inputs of a record keep their places
                  <li key={index}>
                    {inputBatchId ? <RowLink to={tracePath(inputBatchId)}>{inputName}</RowLink> : inputName}{' '}
                    <span className="none">
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
            <p className="trace-hash">
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
  const { createBy, createTime, submitBy, submitTime, verifyBy, verifyTime, publishBy, publishTime, updateBy, updateTime } = record;
  const historyEvent = (key: string, action: string, actor: string | null, time: string | null): HistoryEvent[] =>
    actor && time ? [{ key, action, actor, time }] : [];
  return (
    <History
      events={[
        ...historyEvent('publish', t('manage.traceability.step.publish'), publishBy, publishTime),
        ...historyEvent('verify', t('manage.traceability.step.verify'), verifyBy, verifyTime),
        ...historyEvent('submit', t('manage.traceability.step.submit'), submitBy, submitTime),
        ...historyEvent('update', t('manage.traceability.step.edit'), updateBy, updateTime),
        ...historyEvent('create', t('manage.traceability.wasFilled'), createBy, createTime),
      ]}
    />
  );
}
