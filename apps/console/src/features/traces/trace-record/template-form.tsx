import { emptyTraceForm, type TraceStep, traceTemplates } from '@suyuan/contract';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useSave } from '../../../data/api.ts';
import { hosts } from '../../../data/hosts.ts';
import { usePermission } from '../../../data/permission.tsx';
import { refusalOf } from '../../../data/refusal.ts';
import { useSaveKey } from '../../../data/save-key.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import type { FormSnapshot } from '../../../data/use-form-snapshot.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { FooterBar } from '../../../ui/footer-bar.tsx';
import { SaveButtons, StaleRecord, useLeaveQuestion } from '../../../ui/form-parts.tsx';
import { useLeave } from '../../../ui/leave.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { showRefusal } from '../../../ui/show-refusal.ts';
import { useNarrow } from '../../../ui/viewport.ts';
import type { Template } from './template-page.tsx';
import { pictureFault, stepFaults, TemplateStep } from './template-step.tsx';

interface TemplateFormProps {
  known: Template | undefined;
  /** `known` is only the template to clone. */
  copied: boolean;
  /** Reloads the template and resets the form. */
  query: Pick<FormSnapshot<Template>, 'refetch' | 'restart'>;
}

const blankStep: TraceStep = {
  stepName: '',
  required: true,
  filler: 'any',
  form: emptyTraceForm,
  pictureMin: 0,
  pictureMax: 9,
  bizStep: 'inspecting',
  disposition: null,
  public: true,
};

const moved = <Row,>(rows: readonly Row[], from: number, to: number): Row[] => {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
};

export function TemplateForm({ known, copied, query }: TemplateFormProps) {
  const t = useWords();
  const narrow = useNarrow();
  const leaveFor = useLeave();
  const [ask, leaveModal] = useLeaveQuestion();
  const back = () => leaveFor('/manage/traceability/templates');
  const save = useSave(traceTemplates);
  const [form] = Form.useForm<{ templateName: string; status: '0' | '1'; remark?: string }>();
  const edited = known && !copied ? known : undefined;
  const mayWrite = usePermission(traceTemplates.permission(edited ? 'edit' : 'add'));
  const { dirty, setDirty, stale, setStale, reload } = useEditState(query, query.restart);
  const [steps, setSteps] = useState<(TraceStep & { key: number })[]>(() =>
    (known?.steps ?? [{ ...blankStep, stepName: t('manage.traceTemplate.stepNew') }]).map(({ stepId, ...step }, key) => ({
      ...step,
      ...(edited && stepId && { stepId }),
      key,
    })),
  );
  const [open, setOpen] = useState<number>(0);
  /** Whether saving was attempted; from then on, errors of steps are displayed. */
  const [tried, setTried] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const faultsOf = (step: TraceStep) =>
    stepFaults(
      t,
      step,
      steps.filter((other) => other !== step),
    );
  const change = (next: typeof steps) => {
    setSteps(next);
    setDirty(true);
  };

  const submit = async () => {
    setStale(false);
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    setTried(true);
    const wrong = steps.findIndex(
      (step) => Object.keys(faultsOf(step)).length > 0 || pictureFault(t, step, 'pictureMin') || pictureFault(t, step, 'pictureMax'),
    );
    if (wrong >= 0) {
      setOpen(wrong);
      // the opened step is rendered by the next frame
      return requestAnimationFrame(() => list.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' }));
    }
    const body = { ...values, remark: values.remark || null, steps: steps.map(({ key: _, ...step }) => step) };
    try {
      await save.mutateAsync(edited ? { ...body, templateId: edited.templateId, version: edited.version } : body);
      setDirty(false);
      hosts.tell('success', t('kit.saved'));
      back();
    } catch (error) {
      if (refusalOf(error)?.problem === 'recordStale') return setStale(true);
      showRefusal(form, error);
    }
  };
  useSaveKey(true, () => void submit());

  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.traceTemplate.status.${value}`) }));
  const initial = {
    templateName: copied && known ? t('manage.traceTemplate.copyOf', { name: known.templateName }).slice(0, 50) : known?.templateName,
    status: copied ? '0' : (known?.status ?? '0'),
    remark: known?.remark ?? undefined,
  };
  return (
    <>
      {leaveModal}
      <PageHeader
        title={t(edited ? 'manage.traceTemplate.edit' : 'manage.traceTemplate.add')}
        purpose={t('manage.traceTemplate.purpose')}
      />
      {stale && <StaleRecord onLoad={reload} />}
      {edited && edited.recordCount > 0 && (
        <Alert type="info" showIcon className="trace-alert" title={t('manage.traceTemplate.usedHint', { count: edited.recordCount })} />
      )}
      <section className="card trace-card">
        <Form
          form={form}
          name="trace-template"
          initialValues={initial}
          disabled={!mayWrite}
          onValuesChange={() => setDirty(true)}
          {...(narrow ? { layout: 'vertical' as const } : { labelCol: { flex: '128px' }, wrapperCol: { flex: 'auto' } })}
          className="trace-fill"
        >
          <Field of={traceTemplates} name="templateName">
            <Input maxLength={50} />
          </Field>
          <Field of={traceTemplates} name="status">
            <Select options={statuses} />
          </Field>
          <Field of={traceTemplates} name="remark">
            <Input.TextArea rows={2} maxLength={500} />
          </Field>
        </Form>
      </section>
      <ol ref={list} className="template-steps">
        {steps.map((step, index) => (
          <TemplateStep
            key={step.key}
            step={step}
            place={index + 1}
            open={open === index}
            disabled={!mayWrite}
            faults={tried ? faultsOf(step) : {}}
            onOpen={() => setOpen(open === index ? -1 : index)}
            onChange={(next) => change(steps.map((each, at) => (at === index ? { ...next, key: step.key } : each)))}
            onMove={(by) => {
              change(moved(steps, index, index + by));
              setOpen(index + by);
            }}
            first={index === 0}
            last={index === steps.length - 1}
            onRemove={steps.length > 1 ? () => change(steps.filter((_, at) => at !== index)) : undefined}
          />
        ))}
      </ol>
      {mayWrite && steps.length < 30 && (
        <Button
          block
          type="dashed"
          onClick={() => {
            change([
              ...steps,
              {
                ...blankStep,
                stepName: `${t('manage.traceTemplate.stepNew')} ${steps.length + 1}`,
                key: Math.max(...steps.map(({ key }) => key)) + 1,
              },
            ]);
            setOpen(steps.length);
          }}
        >
          {t('manage.traceTemplate.addStep')}
        </Button>
      )}
      {mayWrite && (
        <FooterBar>
          <SaveButtons saving={save.isPending} ready onSave={() => void submit()} onLeave={() => (dirty ? ask(back) : back())} />
        </FooterBar>
      )}
    </>
  );
}
