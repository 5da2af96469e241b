import { emptyTraceForm, MAX_TRACE_STEPS, type RecordOf, type TraceStep, traceTemplates } from '@suyuan/contract';
import { Alert, Button, Form } from 'antd';
import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { recordQueryOptions, useSave } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { type FormSnapshot, useEditState, useFormSnapshot, useSaveShortcut } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { FormField } from '../../../ui/field-kinds.tsx';
import { FooterBar, FormFooter, formColumns, SaveButtons, StaleRecord, usePageFormLayout } from '../../../ui/form-parts.tsx';
import { showApiError } from '../../../ui/form-validation.ts';
import { Page, PageHeader, useLeavePage, useTabTitle } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { pictureFault, type StepInput, stepFaults, TemplateStep } from './template-step.tsx';

interface TemplateFormProps {
  template: Template | undefined;
  /** `template` is only the template to clone. */
  isClone: boolean;
  /** Reloads the template and resets the form. */
  query: Pick<FormSnapshot<Template>, 'refetch' | 'restart'>;
}

const blankStep: StepInput = {
  stepName: '',
  required: true,
  filler: 'any',
  form: emptyTraceForm,
  pictureMin: 0,
  pictureMax: 9,
  disposition: null,
  public: true,
};

const moveItem = <Row,>(rows: readonly Row[], from: number, to: number): Row[] => {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
};

type KeyedStep = StepInput & { key: number };

// The cast: a step without a business step is a fault, which the form reports before.
const toTraceStep = ({ key: _, ...step }: KeyedStep) => step as TraceStep;

/** Steps of the form, of which at most one is open. A clone gets new ones. */
function useTemplateSteps(template: Template | undefined, isClone: boolean, onChange: () => void) {
  const [steps, setSteps] = useState<KeyedStep[]>(() =>
    (template?.steps ?? [blankStep]).map(({ stepId, ...step }, key) => ({ ...step, ...(!isClone && stepId && { stepId }), key })),
  );
  const [openIndex, setOpenIndex] = useState(0);
  const change = (next: KeyedStep[]) => {
    setSteps(next);
    onChange();
  };
  return {
    steps,
    openIndex,
    setOpenIndex,
    replace: (index: number, step: StepInput) => change(steps.map((each, at) => (at === index ? { ...step, key: each.key } : each))),
    move(index: number, by: -1 | 1) {
      change(moveItem(steps, index, index + by));
      setOpenIndex(index + by);
    },
    remove: (index: number) => change(steps.filter((_, at) => at !== index)),
    add() {
      change([...steps, { ...blankStep, key: Math.max(...steps.map(({ key }) => key)) + 1 }]);
      setOpenIndex(steps.length);
    },
  };
}

function TemplateForm({ template, isClone, query }: TemplateFormProps) {
  const t = useTranslations();
  const layout = usePageFormLayout();
  const leavePage = useLeavePage();
  const back = () => leavePage('/manage/traceability/templates');
  const save = useSave(traceTemplates);
  const [form] = Form.useForm<{ templateName: string; status: '0' | '1'; remark?: string }>();
  const existing = template && !isClone ? template : undefined;
  const canWrite = usePermission(traceTemplates.permission(existing ? 'edit' : 'add'));
  const { dirty, setDirty, stale, setStale, reload } = useEditState(query, query.restart);
  const { steps, openIndex, setOpenIndex, ...edit } = useTemplateSteps(template, isClone, () => setDirty(true));
  /** Whether saving was attempted; from then on, errors of steps are displayed. */
  const [isSubmitted, setSubmitted] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const faultsOf = (step: StepInput) =>
    stepFaults(
      t,
      step,
      steps.filter((other) => other !== step),
    );

  const submit = async () => {
    setStale(false);
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setSubmitted(true);
    const invalidIndex = steps.findIndex(
      (step) => Object.keys(faultsOf(step)).length > 0 || pictureFault(t, step, 'pictureMin') || pictureFault(t, step, 'pictureMax'),
    );
    if (invalidIndex >= 0) {
      setOpenIndex(invalidIndex);
      // the opened step is rendered by the next frame
      return requestAnimationFrame(() => list.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' }));
    }
    const body = { ...values, remark: values.remark || null, steps: steps.map(toTraceStep) };
    try {
      await save.mutateAsync(existing ? { ...body, templateId: existing.templateId, version: existing.version } : body);
      setDirty(false);
      shellServices.notify('success', t('kit.saved'));
      back();
    } catch (error) {
      if (asApiError(error)?.problem === 'recordStale') return setStale(true);
      showApiError(form, error);
    }
  };
  useSaveShortcut(canWrite, () => void submit());

  const initialValues = {
    templateName:
      isClone && template
        ? t('manage.traceTemplate.copyOf', { name: template.templateName }).slice(0, traceTemplates.fields.templateName.limits.max)
        : template?.templateName,
    status: isClone ? '0' : (template?.status ?? '0'),
    remark: template?.remark ?? undefined,
  };
  return (
    <>
      <PageHeader
        title={t(existing ? 'manage.traceTemplate.edit' : 'manage.traceTemplate.add')}
        purpose={t('manage.traceTemplate.purpose')}
      />
      {stale && <StaleRecord onLoad={reload} />}
      {existing && existing.recordCount > 0 && (
        <Alert type="info" showIcon className="mb-4!" title={t('manage.traceTemplate.usedHint', { count: existing.recordCount })} />
      )}
      <section className="card mb-4 px-6 py-4 max-md:px-4">
        <Form
          form={form}
          name="trace-template"
          initialValues={initialValues}
          disabled={!canWrite}
          onValuesChange={() => setDirty(true)}
          {...layout}
          className={formColumns}
        >
          <FormField of={traceTemplates} name="templateName" />
          <FormField of={traceTemplates} name="status" />
          <FormField of={traceTemplates} name="remark" inputProps={{ rows: 2 }} />
        </Form>
      </section>
      <ol ref={list} className="mt-0 mb-3 grid list-none gap-3 p-0">
        {steps.map((step, index) => (
          <TemplateStep
            key={step.key}
            step={step}
            position={index + 1}
            open={openIndex === index}
            disabled={!canWrite}
            faults={isSubmitted ? faultsOf(step) : {}}
            onOpen={() => setOpenIndex(openIndex === index ? -1 : index)}
            onChange={(next) => edit.replace(index, next)}
            onMove={(by) => edit.move(index, by)}
            first={index === 0}
            last={index === steps.length - 1}
            onRemove={steps.length > 1 ? () => edit.remove(index) : undefined}
          />
        ))}
      </ol>
      {canWrite && steps.length < MAX_TRACE_STEPS && (
        <Button block type="dashed" onClick={edit.add}>
          {t('manage.traceTemplate.addStep')}
        </Button>
      )}
      {canWrite && (
        <FooterBar>
          <FormFooter>
            <SaveButtons saving={save.isPending} ready onSave={() => void submit()} onLeave={() => void leaveForm(dirty, back)} />
          </FormFooter>
        </FooterBar>
      )}
    </>
  );
}

export type Template = RecordOf<typeof traceTemplates>;

/** `/manage/traceability/template/7` edits, `…/new` creates, and `…/new?copy=7` clones a template. */
export default function TemplatePage() {
  const t = useTranslations();
  const { templateId = 'new' } = useParams();
  const [search] = useSearchParams();
  const copyId = search.get('copy');
  const id = templateId === 'new' ? copyId : templateId;
  const templateSnapshot = useFormSnapshot({ ...recordQueryOptions(traceTemplates, id ?? 0), enabled: id !== null });
  const record = id === null ? undefined : templateSnapshot.data;
  useTabTitle(templateId === 'new' ? t('manage.traceTemplate.add') : record?.templateName);
  if (templateSnapshot.error && !templateSnapshot.data)
    return (
      <ErrorState
        error={templateSnapshot.error}
        onRetry={() => void templateSnapshot.refetch()}
        listHref="/manage/traceability/templates"
      />
    );
  return (
    <Page>
      {id !== null && !record ? (
        <LoadingState rows={10} />
      ) : (
        <TemplateForm
          key={`${templateId} ${copyId} ${templateSnapshot.version}`}
          template={record}
          isClone={copyId !== null}
          query={templateSnapshot}
        />
      )}
    </Page>
  );
}
