import { type Traceability, type TraceMove, traceabilities, traceFields } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { readOf } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { DetailBody, type Happening, History, KeyFacts, LifeLine } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { TimeText } from '../../../ui/times.tsx';
import { useRemoval } from '../../../ui/use-removal.ts';
import { TraceAnswers } from './trace-answers.tsx';
import { TraceDocuments, TracePictures } from './trace-files.tsx';
import { fillPath, recordPath, subjectText, tracePath, traceTones } from './trace-words.ts';
import { movesOf, useTraceMove } from './use-trace-move.ts';
import './trace.css';

export default function TraceRecordPage() {
  const { traceRecordId = '' } = useParams();
  const read = useQuery({ ...readOf(traceabilities, traceRecordId), meta: { ownErrors: true } });
  useTabTitle(read.data?.stepName);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={traceabilities.path} />;
  return <div className="page">{read.data ? <TraceRecord record={read.data} /> : <Waiting rows={10} />}</div>;
}

function TraceRecord({ record }: { record: Traceability }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const { take, busy } = useTraceMove();
  const { traceRecordId, stepName, state, stateReason, batchId, batchNo, form, data, files, inputs, correctsId, correctedById } = record;
  const remove = useRemoval(
    traceabilities,
    () => stepName,
    () => void navigate('/manage/traceability'),
  );
  const [next, ...others] = movesOf(record, hasPermi);
  const draft = state === 'draft';
  const mayEdit = draft && hasPermi(traceabilities.permission('edit'));
  // a returned record has to be edited before it is submitted again
  const returned = draft && stateReason !== null && correctsId === null;
  const edit = () => void navigate(fillPath(traceRecordId));
  const move = async (wanted: TraceMove) => {
    const id = await take(wanted, record);
    if (wanted === 'correct' && id) void navigate(fillPath(id));
  };
  const items = [
    ...others.map((each) => ({ key: each, label: t(`manage.traceability.do.${each}`), onClick: () => void move(each) })),
    ...(draft && hasPermi(traceabilities.permission('remove'))
      ? [{ key: 'remove', label: t('kit.remove'), danger: true, onClick: () => void remove([record]) }]
      : []),
  ];
  const fields = traceFields(form);
  const isEmpty = files.length === 0 && inputs.length === 0 && Object.values(data).every((value) => value === null);
  const own = (field: string | null) => fields.some(({ name }) => name === field);
  const general = files.filter(({ kind, field }) => kind === 'picture' && !own(field));
  const place = [record.regionName, record.placeName].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={stepName}
        beside={<CodeBadge of={traceabilities} field="state" value={state} tone={traceTones[state]} />}
        actions={
          <>
            {mayEdit && (
              <Button type={returned ? 'primary' : 'default'} onClick={edit}>
                {t('kit.edit')}
              </Button>
            )}
            {next && (
              <Button
                type={returned || next === 'reject' || next === 'correct' ? 'default' : 'primary'}
                loading={busy}
                onClick={() => void move(next)}
              >
                {t(`manage.traceability.do.${next}`)}
              </Button>
            )}
            {items.length > 0 && (
              <Dropdown menu={{ items }} trigger={['click']}>
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
          title={t('kit.pair', { what: t(returned ? 'manage.traceability.returned' : 'common.field.stateReason'), which: stateReason })}
          {...(returned && { description: t('manage.traceability.returned.hint') })}
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
      <LifeLine
        label={t('common.field.state')}
        now={state}
        steps={(['draft', 'submitted', 'verified', 'published'] as const).map((key) => ({
          key,
          title: t(`manage.traceability.state.${key}`),
          note: { draft: record.createBy, submitted: record.submitBy, verified: record.verifyBy, published: record.publishBy }[key],
        }))}
        {...(state === 'corrected' && { off: t('manage.traceability.state.corrected') })}
      />
      <DetailBody aside={<RecordHistory record={record} />} asideTitle={t('manage.traceability.history')}>
        <section className="card trace-card">
          <h2>{t('manage.traceability.data')}</h2>
          <TraceAnswers record={record} />
          {isEmpty && <p className="none">{t('manage.traceability.empty')}</p>}
          <TracePictures files={general} />
          <TraceDocuments files={files.filter(({ field }) => !own(field))} />
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
              {t('manage.traceability.inChain', { no: record.linkNo ?? 0 })} <Mono>{record.hash}</Mono>
            </p>
          )}
        </section>
      </DetailBody>
    </>
  );
}

function RecordHistory({ record }: { record: Traceability }) {
  const t = useWords();
  const { createBy, createTime, submitBy, submitTime, verifyBy, verifyTime, publishBy, publishTime, updateBy, updateTime } = record;
  const happened = (key: string, what: string, who: string | null, when: string | null): Happening[] =>
    who && when ? [{ key, what, who, when }] : [];
  return (
    <History
      events={[
        ...happened('publish', t('manage.traceability.step.publish'), publishBy, publishTime),
        ...happened('verify', t('manage.traceability.step.verify'), verifyBy, verifyTime),
        ...happened('submit', t('manage.traceability.step.submit'), submitBy, submitTime),
        ...happened('update', t('manage.traceability.step.edit'), updateBy, updateTime),
        ...happened('create', t('manage.traceability.wasFilled'), createBy, createTime),
      ]}
    />
  );
}
