import {
  batches,
  dealers,
  MOST_TRACE_DOCUMENTS,
  type Traceability,
  type TraceView,
  type Translate,
  traceabilities,
  traceDoc,
  traceFields,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { getOf, useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import type { FormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useWords } from '../../../data/words.ts';
import { type FormHandle, FormView } from '../../../forms/renderer/form-view.tsx';
import { businessNow } from '../../../ui/day.ts';
import { MomentInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { FooterBar } from '../../../ui/footer-bar.tsx';
import { StaleRecord, useLeaveQuestion } from '../../../ui/form-parts.tsx';
import { useLeave } from '../../../ui/leave.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { validValues } from '../../../ui/valid-values.ts';
import { useNarrow } from '../../../ui/viewport.ts';
import { type KnownStep, StepSelect, useSteps } from './step-select.tsx';
import { type Attachment, TraceAttachments } from './trace-attachments.tsx';
import { answersOf, attachmentsOf, bodyOf, sentAnswers, type Values, valuesOf } from './trace-fill-values.ts';
import { TRACE_INPUTS_FAULT, TraceInputs } from './trace-inputs.tsx';
import { TracePosition } from './trace-position.tsx';
import { TraceSubjectFields } from './trace-subject.tsx';
import { recordPath } from './trace-words.ts';
import { useTraceMove } from './use-trace-move.ts';

interface TraceFillProps {
  /** A draft; absent: a new record. */
  record: Traceability | undefined;
  begun: Values;
  /** Reloads the draft and resets the form. */
  query: Pick<FormSnapshot<Traceability>, 'refetch' | 'restart'>;
}

/** Validates the number of pictures, with the server's message for a submitted record. */
function picturesFault(t: Translate, { stepName, pictureMin: min, pictureMax: max }: KnownStep, files: readonly Attachment[]) {
  const pictures = files.filter(({ kind }) => kind === 'picture').length;
  return pictures < min || pictures > max ? t('problem.tracePicturesFew', { stepName, pictures, min, max }) : undefined;
}

export function TraceFill({ record, begun, query }: TraceFillProps) {
  const t = useWords();
  const narrow = useNarrow();
  const leaveFor = useLeave();
  const [form] = Form.useForm<Values>();
  const [files, setFiles] = useState<Attachment[]>(() => attachmentsOf(record));
  const [initial] = useState(() => valuesOf(record, begun, businessNow().format('YYYY-MM-DD HH:mm:ss')));
  const { dirty, setDirty, stale, setStale, reload } = useEditState(query, query.restart);
  /** Error about the number of pictures, after a submission attempt. */
  const [pictures, setPictures] = useState<string>();
  const [ask, leaveModal] = useLeaveQuestion();
  const save = useSave(traceabilities);
  const { take } = useTraceMove();
  const seesDealers = usePermission(dealers.permission('list'));
  const maySubmit = usePermission(traceabilities.permission('submit'));
  useTabTitle(t(record ? 'manage.traceability.editRecord' : 'manage.traceability.fill'));

  const batchId = Form.useWatch('batchId', form) as number | undefined;
  const stepId = Form.useWatch('stepId', form) as number | undefined;
  const view = useQuery({ ...getOf<TraceView>(traceabilities, '/trace', { batchId: String(batchId) }), enabled: Boolean(batchId) });
  const own = view.data?.steps.map((step) => step.stepId) ?? [];
  const { steps } = useSteps(own);
  const step = stepId === undefined ? undefined : steps.get(stepId);
  const handle = useRef<FormHandle>(null);
  const filesAt = useRef<HTMLElement>(null);
  const shape = step && JSON.stringify(step.form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the form, which is another object with every answer
  const asks = useMemo(() => (step ? { doc: traceDoc(step.form), fields: traceFields(step.form) } : undefined), [shape]);
  const pictureFields = asks?.fields.filter((field) => field.files) ?? [];
  /** Whether the step takes pictures outside its form fields too. */
  const takesPictures = !step || step.pictureMax > pictureFields.length;
  const change = (next: Attachment[]) => {
    setFiles(next);
    setPictures(undefined);
    setDirty(true);
  };

  const leave = () => leaveFor(record ? recordPath(record.traceRecordId) : '/manage/traceability');
  const submit = async (onward: boolean) => {
    setStale(false);
    const values = await validValues(form);
    if (!values) return;
    const answers = asks && asks.fields.length > 0 ? (onward ? handle.current?.finish() : handle.current?.draft()) : {};
    if (!answers) return;
    const sent = step ? sentAnswers(step.form, answers) : { data: {}, files: [] };
    const fault = step && onward ? picturesFault(t, step, [...files, ...sent.files]) : undefined;
    setPictures(fault);
    if (fault) return takesPictures ? filesAt.current?.scrollIntoView({ block: 'center' }) : hosts.tell('error', fault);
    const body = bodyOf(values, sent.data, [...files, ...sent.files]);
    try {
      // the contract's schema validates the request; here it is an untyped body
      const answer = await save.mutateAsync(
        (record ? { ...body, traceRecordId: record.traceRecordId, version: record.version } : body) as Parameters<
          typeof save.mutateAsync
        >[0],
      );
      setDirty(false);
      const id = record?.traceRecordId ?? Number(answer?.traceRecordId);
      if (onward) await take('submit', { ...(record ?? ({} as Traceability)), traceRecordId: id, stepName: step?.stepName ?? '' });
      else hosts.tell('success', t('kit.saved'));
      leaveFor(recordPath(id));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.problem === 'recordStale') return setStale(true);
      if (refusal.field?.startsWith('data.') && handle.current)
        return handle.current.refuse({ [refusal.field.slice('data.'.length)]: refusal.msg });
      const name = refusal.field?.split('.');
      if (!name || !((name[0] as string) in values)) return hosts.tell('error', refusal.msg, refusal.detail);
      form.setFields([{ name, errors: [refusal.msg] }]);
      if (refusal.field === 'inputs') return document.getElementById(TRACE_INPUTS_FAULT)?.scrollIntoView({ block: 'center' });
      form.scrollToField(name, { focus: true, block: 'center' });
    }
  };
  useSaveKey(true, () => void submit(false));

  return (
    <>
      {leaveModal}
      <PageHeader
        title={record ? t('manage.traceability.editRecord') : t('manage.traceability.fill')}
        purpose={t('manage.traceability.phoneHint')}
      />
      {stale && <StaleRecord onLoad={reload} />}
      {record?.stateReason && (
        <Alert
          type="warning"
          showIcon
          className="trace-alert"
          title={t('kit.pair', { what: t('common.field.stateReason'), which: record.stateReason })}
        />
      )}
      <Form
        form={form}
        name="trace-fill"
        className="trace-fill"
        initialValues={initial}
        {...(narrow ? { layout: 'vertical' as const } : { labelCol: { flex: '128px' }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
        scrollToFirstError
        onValuesChange={() => setDirty(true)}
      >
        <section className="card trace-card">
          <h2>{t('manage.traceability.sectionWhat')}</h2>
          <Field of={traceabilities} name="batchId">
            <RecordSelect of={batches} label="batchNo" note="categoryName" disabled={record?.correctsId != null} />
          </Field>
          <Field
            of={traceabilities}
            name="stepId"
            {...(batchId && view.data && own.length === 0 && { extra: t('manage.traceability.goodsWithout') })}
          >
            <StepSelect only={own} disabled={record?.correctsId != null || (Boolean(batchId) && view.isPending)} />
          </Field>
          <TraceSubjectFields />
        </section>
        <section className="card trace-card">
          <h2>{t('manage.traceability.sectionWhen')}</h2>
          <Field of={traceabilities} name="eventTime">
            <MomentInput />
          </Field>
          <Field of={traceabilities} name="regionCode">
            <RegionSelect />
          </Field>
          <Field of={traceabilities} name="placeName">
            <Input maxLength={100} />
          </Field>
          <TracePosition onTaken={() => setDirty(true)} />
          {step?.filler === 'channelBusiness' && seesDealers && (
            <Field of={traceabilities} name="channelBusinessId" required>
              <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" />
            </Field>
          )}
        </section>
        {step && asks && asks.fields.length > 0 && (
          <section className="card trace-card">
            <h2>{t('manage.traceability.sectionForm')}</h2>
            <FormView
              key={step.stepId}
              doc={asks.doc}
              values={answersOf(record?.stepId === step.stepId ? record : undefined, step.form)}
              handle={handle}
              onChange={() => setDirty(true)}
              inside
            />
          </section>
        )}
        <section ref={filesAt} className="card trace-card">
          <h2>{t('manage.traceability.sectionFiles')}</h2>
          {takesPictures && (
            <Form.Item
              label={t('manage.traceability.pictures')}
              required={(step?.pictureMin ?? 0) > 0}
              {...(pictures && { validateStatus: 'error' as const, help: <span role="alert">{pictures}</span> })}
              {...(step && { extra: t('manage.traceability.picturesNeeded', { min: step.pictureMin, max: step.pictureMax }) })}
            >
              <TraceAttachments files={files} onChange={change} kind="picture" {...(step && { most: step.pictureMax })} />
            </Form.Item>
          )}
          <Form.Item
            label={t('manage.traceability.documents')}
            extra={t('manage.traceability.documentsMost', { max: MOST_TRACE_DOCUMENTS })}
          >
            <TraceAttachments files={files} onChange={change} kind="document" />
          </Form.Item>
        </section>
        <section className="card trace-card">
          <h2>{t('manage.traceability.sectionInputs')}</h2>
          <TraceInputs />
        </section>
      </Form>
      <FooterBar>
        <span className="form-hint">{t('kit.saveHint')}</span>
        <Button onClick={() => (dirty ? ask(leave) : leave())}>{t('kit.cancel')}</Button>
        <Button onClick={() => void submit(false)} loading={save.isPending}>
          {t('manage.traceability.save')}
        </Button>
        {maySubmit && (
          <Button type="primary" onClick={() => void submit(true)} loading={save.isPending}>
            {t('manage.traceability.saveAndSubmit')}
          </Button>
        )}
      </FooterBar>
    </>
  );
}
