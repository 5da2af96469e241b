import {
  batches,
  dealers,
  MAX_TRACE_DOCUMENTS,
  TRACE_TIME_TOLERANCE,
  type TraceRecord,
  type Translate,
  traceDoc,
  traceFields,
  traceRecords,
  traceView,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance } from 'antd';
import { type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { endpointQueryOptions, useSave } from '../../../data/api.ts';
import { type ApiError, asApiError } from '../../../data/api-error.ts';
import { type FormSnapshot, useEditState, useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { type FormHandle, FormView } from '../../../forms/renderer/form-view.tsx';
import { leaveForm } from '../../../ui/confirm.ts';
import { businessNow } from '../../../ui/day.ts';
import { DateTimeInput } from '../../../ui/day-input.tsx';
import { FormField, FormFields } from '../../../ui/field-kinds.tsx';
import { FooterBar, FormFooter, inLabelRow, pageLabelWidth, SaveHint, StaleRecord, usePageFormLayout } from '../../../ui/form-parts.tsx';
import { focusFirstError, showFieldError, validateForm } from '../../../ui/form-validation.ts';
import { PageHeader, useLeavePage, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { FormAnchors } from '../../../ui/resource-form-page.tsx';
import { type FillStep, StepSelect, useStep } from './step-select.tsx';
import { recordPath } from './trace-display.tsx';
import { TRACE_INPUTS_FAULT, TraceInputs, TracePictureField, TracePosition, TraceSubjectFields } from './trace-fill-parts.tsx';
import {
  type Attachment,
  generalAttachments,
  initialAnswers,
  TraceAttachments,
  toFormValues,
  toRequestAnswers,
  toRequestBody,
  type Values,
} from './trace-fill-values.tsx';
import { useTraceLifeCycle } from './use-trace-step.ts';

interface TraceFillProps {
  /** A draft; absent: a new record. */
  record: TraceRecord | undefined;
  prefilled: Values;
  /** Reloads the draft and resets the form. */
  query: Pick<FormSnapshot<TraceRecord>, 'refetch' | 'restart'>;
}

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

type Part = 'What' | 'When' | 'Form' | 'Files' | 'Inputs';

interface SectionProps {
  part: Part;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

function Section({ part, ref, children }: SectionProps) {
  const t = useTranslations();
  return (
    <section ref={ref} className="card mb-4 scroll-mt-28 px-6 py-4 max-md:px-4" data-part={part}>
      <h2>{t(`manage.traceability.section${part}`)}</h2>
      {children}
    </section>
  );
}

/** Validates the number of pictures, with the server's message for a submitted record. */
function validatePictureCount(t: Translate, { stepName, pictureMin: min, pictureMax: max }: FillStep, files: readonly Attachment[]) {
  const pictures = files.filter(({ kind }) => kind === 'picture').length;
  return pictures < min || pictures > max ? t('problem.tracePicturesFew', { stepName, pictures, min, max }) : undefined;
}

/** With the server's message for a submitted record. */
function validateEventTime(t: Translate, eventTime: string) {
  const latest = businessNow().add(TRACE_TIME_TOLERANCE, 'minute').format(TIME_FORMAT);
  return eventTime > latest ? t('problem.traceTimeAhead', { eventTime }) : undefined;
}

/** Shows a refusal at its field, or else as a notice. */
function showRefusal(apiError: ApiError, form: FormInstance<Values>, answers: FormHandle | null) {
  const { field, msg, detail } = apiError;
  if (field?.startsWith('data.') && answers) return answers.setServerErrors({ [field.slice('data.'.length)]: msg });
  const name = field?.split('.');
  if (!name || !((name[0] as string) in form.getFieldsValue())) return shellServices.notify('error', msg, detail);
  form.setFields([{ name, errors: [msg] }]);
  if (field === 'inputs') return document.getElementById(TRACE_INPUTS_FAULT)?.scrollIntoView({ block: 'center' });
  form.scrollToField(name, { focus: true, block: 'center' });
}

/** The form designer's document of a step, absent if it has no fields, and whether the step takes pictures outside its fields too. */
function useStepForm(step: FillStep | undefined) {
  const formJson = step && JSON.stringify(step.form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the form, which is another object with every answer
  const stepForm = useMemo(() => (step ? { doc: traceDoc(step.form), fields: traceFields(step.form) } : undefined), [formJson]);
  const pictureFields = stepForm?.fields.filter((field) => field.files) ?? [];
  return {
    doc: stepForm && stepForm.fields.length > 0 ? stepForm.doc : undefined,
    acceptsPictures: !step || step.pictureMax > pictureFields.length,
  };
}

export function TraceFill({ record, prefilled, query }: TraceFillProps) {
  const t = useTranslations();
  const layout = usePageFormLayout();
  const leavePage = useLeavePage();
  const [form] = Form.useForm<Values>();
  const [files, setFiles] = useState<Attachment[]>(() => generalAttachments(record));
  const [initialValues] = useState(() => toFormValues(record, prefilled, businessNow().format(TIME_FORMAT)));
  const { dirty, setDirty, stale, setStale, reload } = useEditState(query, query.restart);
  /** Error about the number of pictures, after a submission attempt. */
  const [pictureError, setPictureError] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  const save = useSave(traceRecords);
  const { runStep } = useTraceLifeCycle();
  const canListDealers = usePermission(dealers.permission('list'));
  const canSubmit = usePermission(traceRecords.permission('submit'));
  useTabTitle(t(record ? 'manage.traceability.editRecord' : 'manage.traceability.fill'));

  const batchId = Form.useWatch('batchId', form) as number | undefined;
  const stepId = Form.useWatch('stepId', form) as number | undefined;
  const view = useQuery({
    ...endpointQueryOptions(traceView, { batchId }),
    enabled: Boolean(batchId),
  });
  const batchSteps = view.data?.steps ?? [];
  const { step, isPending: isStepPending } = useStep(stepId, record);
  const handle = useRef<FormHandle>(null);
  const sections = useRef<HTMLDivElement>(null);
  const filesSection = useRef<HTMLElement>(null);
  const { doc, acceptsPictures } = useStepForm(step);
  const change = (next: Attachment[]) => {
    setFiles(next);
    setPictureError(undefined);
    setDirty(true);
  };

  const cancel = () => leavePage(record ? recordPath(record.traceRecordId) : '/manage/traceability');
  const submit = async (andSubmit: boolean) => {
    if (isStepPending || isSubmitting) return;
    setSubmitting(true);
    await submitRecord(andSubmit).finally(() => setSubmitting(false));
  };
  /** The request's body, or nothing after a fault, which it shows at its field. A draft may lack answers and pictures. */
  const readBody = async (andSubmit: boolean) => {
    const values = await validateForm(form);
    if (!values) return;
    // without the form of the step, saving would remove its answers
    if (!step) return showFieldError(form, 'stepId', t('problem.referenceNotFound', { title: t(traceRecords.word('stepId')) }));
    const timeError = andSubmit ? validateEventTime(t, String(values.eventTime)) : undefined;
    if (timeError) return showFieldError(form, 'eventTime', timeError);
    const answers = doc ? await (andSubmit ? handle.current?.finish() : handle.current?.draft()) : {};
    if (!answers) return;
    const requestAnswers = toRequestAnswers(step.form, answers);
    const allFiles = [...files, ...requestAnswers.files];
    const pictureFault = andSubmit ? validatePictureCount(t, step, allFiles) : undefined;
    setPictureError(pictureFault);
    if (!pictureFault) return toRequestBody(values, requestAnswers.data, allFiles);
    if (acceptsPictures) filesSection.current?.scrollIntoView({ block: 'center' });
    else shellServices.notify('error', pictureFault);
  };
  const submitRecord = async (andSubmit: boolean) => {
    setStale(false);
    const body = await readBody(andSubmit);
    if (!body) return;
    try {
      // the contract's schema validates the request; here it is an untyped body
      const response = await save.mutateAsync(
        (record ? { ...body, traceRecordId: record.traceRecordId, version: record.version } : body) as Parameters<
          typeof save.mutateAsync
        >[0],
      );
      setDirty(false);
      const id = record?.traceRecordId ?? Number(response?.traceRecordId);
      const draft = { traceRecordId: id, stepName: step?.stepName ?? '', batchNo: view.data?.batchNo ?? '', state: 'draft' as const };
      if (andSubmit) await runStep('submit', { ...draft, correctsId: record?.correctsId ?? null, correctedById: null });
      else shellServices.notify('success', t('kit.saved'));
      leavePage(recordPath(id));
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      if (apiError.problem === 'recordStale') return setStale(true);
      showRefusal(apiError, form, handle.current);
    }
  };
  useSaveShortcut(true, () => void submit(false));
  const parts: readonly Part[] = ['What', 'When', ...(doc ? (['Form'] as const) : []), 'Files', 'Inputs'];

  return (
    <>
      <PageHeader
        title={record ? t('manage.traceability.editRecord') : t('manage.traceability.fill')}
        purpose={<span className="max-md:hidden">{t('manage.traceability.phoneHint')}</span>}
      />
      {stale && <StaleRecord onLoad={reload} />}
      {record?.stateReason && (
        <Alert
          type="warning"
          showIcon
          className="mb-4!"
          title={t('kit.pair', { what: t('common.field.stateReason'), which: record.stateReason })}
        />
      )}
      <div ref={sections} className="grid grid-cols-1 gap-4 lg:grid-cols-[152px_minmax(0,1fr)] lg:items-start">
        <FormAnchors parts={parts.map((key) => ({ key, title: t(`manage.traceability.section${key}`) }))} within={sections} />
        <Form
          form={form}
          name="trace-fill"
          className={`min-w-0 ${inLabelRow}`}
          initialValues={initialValues}
          {...layout}
          onFinishFailed={(errors) => focusFirstError(form, errors)}
          onValuesChange={() => setDirty(true)}
        >
          <Section part="What">
            <FormField
              of={traceRecords}
              name="batchId"
              control={<RecordSelect of={batches} label="batchNo" note="categoryName" disabled={record?.correctsId != null} />}
            />
            <FormField
              of={traceRecords}
              name="stepId"
              {...(batchId && view.data && batchSteps.length === 0 && { extra: t('manage.traceability.goodsWithout') })}
              control={
                <StepSelect
                  batchSteps={batchSteps}
                  record={record}
                  disabled={record?.correctsId != null || (Boolean(batchId) && view.isPending)}
                />
              }
            />
            <TraceSubjectFields />
          </Section>
          <Section part="When">
            <FormField of={traceRecords} name="eventTime" control={<DateTimeInput className="w-full! max-w-70" />} />
            <FormFields of={traceRecords} names={['regionCode', 'placeName']} />
            <TracePosition onLocated={() => setDirty(true)} />
            {step?.filler === 'channelBusiness' && canListDealers && (
              <FormField
                of={traceRecords}
                name="channelBusinessId"
                required
                control={<RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" />}
              />
            )}
          </Section>
          {step && doc && (
            <Section part="Form">
              <FormView
                key={step.stepId}
                doc={doc}
                values={initialAnswers(record?.stepId === step.stepId ? record : undefined, step.form)}
                handle={handle}
                onChange={() => setDirty(true)}
                nested
                labelWidth={pageLabelWidth()}
              />
            </Section>
          )}
          <Section ref={filesSection} part="Files">
            {acceptsPictures && <TracePictureField step={step} files={files} onChange={change} error={pictureError} />}
            <Form.Item
              label={t('manage.traceability.documents')}
              extra={t('manage.traceability.documentsMost', { max: MAX_TRACE_DOCUMENTS })}
            >
              <TraceAttachments files={files} onChange={change} kind="document" />
            </Form.Item>
          </Section>
          <Section part="Inputs">
            <TraceInputs />
          </Section>
        </Form>
      </div>
      <FooterBar>
        <FormFooter>
          <SaveHint />
          <Button onClick={() => void leaveForm(dirty, cancel)}>{t('kit.cancel')}</Button>
          <Button onClick={() => void submit(false)} loading={isSubmitting} disabled={isStepPending}>
            {t('manage.traceability.save')}
          </Button>
          {canSubmit && (
            <Button type="primary" onClick={() => void submit(true)} loading={isSubmitting} disabled={isStepPending}>
              {t('manage.traceability.saveAndSubmit')}
            </Button>
          )}
        </FormFooter>
      </FooterBar>
    </>
  );
}
