import {
  bizSteps,
  type Category,
  categories,
  dispositions,
  docFaultText,
  MAX_TRACE_PICTURES,
  roles,
  type TraceStep,
  type Translate,
  traceDoc,
  traceFields,
  traceFillers,
} from '@suyuan/contract';
import { docFaults } from '@suyuan/forms';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { formColumns, usePageFormLayout } from '../../../ui/form-parts.tsx';
import { validateNumber } from '../../../ui/form-validation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { Select } from '../../../ui/select.tsx';
import { CategorySelect } from '../../catalog/shared/category-select.tsx';
import { StepForm } from './step-form.tsx';

/** A new step has no business step until one is chosen, because any default would be a statement about the goods. */
export type StepInput = Omit<TraceStep, 'bizStep'> & { bizStep?: TraceStep['bizStep'] | undefined };

interface TemplateStepProps {
  step: StepInput;
  position: number;
  open: boolean;
  disabled: boolean;
  /** Displayed after the first attempt to save. */
  faults: StepFaults;
  onOpen: () => void;
  onChange: (step: StepInput) => void;
  onMove: (by: -1 | 1) => void;
  first: boolean;
  last: boolean;
  onRemove: (() => void) | undefined;
}

type PictureBound = 'pictureMin' | 'pictureMax';

/** Validates the minimum or maximum number of pictures; undefined if valid. */
export const pictureFault = (t: Translate, step: StepInput, bound: PictureBound) =>
  validateNumber(t, t(`manage.traceTemplate.${bound}`), step[bound], { min: 0, max: MAX_TRACE_PICTURES, required: true });

export interface StepFaults {
  stepName?: string;
  bizStep?: string;
  roleId?: string;
  form?: string;
}

/**
 * Validates a step except its pictures.
 * @param others the template's other steps
 */
export function stepFaults(t: Translate, { stepName, bizStep, filler, roleId, form }: StepInput, others: readonly StepInput[]): StepFaults {
  const faults: StepFaults = {};
  const name = stepName.trim();
  if (!name) faults.stepName = t('issue.required', { field: t('manage.traceTemplate.stepName') });
  else if (others.some((other) => other.stepName.trim() === name)) faults.stepName = t('problem.traceStepNameTwice', { stepName: name });
  if (!bizStep) faults.bizStep = t('issue.unchosen', { field: t('manage.traceTemplate.bizStep') });
  if (filler === 'role' && roleId == null) faults.roleId = t('issue.unchosen', { field: t('manage.traceTemplate.roleId') });
  const error = docFaults(traceDoc(form)).find(({ level }) => level === 'error');
  if (error) faults.form = docFaultText(t, error);
  return faults;
}

interface LabelledFieldProps {
  label: string;
  required?: boolean;
  hint?: string;
  fault?: string | undefined;
  children: (id: string) => ReactNode;
}

function LabelledField({ label, required = false, hint, fault, children }: LabelledFieldProps) {
  const id = useId();
  const error = fault && <span role="alert">{fault}</span>;
  return (
    <Form.Item
      label={label}
      required={required}
      htmlFor={id}
      {...(hint && { extra: hint })}
      {...(error && { validateStatus: 'error', help: error })}
    >
      {children(id)}
    </Form.Item>
  );
}

type StepSummaryProps = Omit<TemplateStepProps, 'faults' | 'onChange'>;

/** The line of a step: its name, which opens the settings, and buttons that move and remove it. */
function StepSummary({ step, position, open, disabled, onOpen, onMove, first, last, onRemove }: StepSummaryProps) {
  const t = useTranslations();
  const name = step.stepName || t('manage.traceTemplate.stepNew');
  return (
    <div className="flex flex-wrap items-center gap-3 max-md:gap-x-2 max-md:gap-y-0">
      <span className="grid size-6 flex-none place-items-center rounded-full bg-track tabular-nums">{position}</span>
      <button
        type="button"
        className="text-link text-start font-medium max-md:min-h-11 max-md:flex-1"
        aria-expanded={open}
        onClick={onOpen}
      >
        <span className="flex items-center gap-1">
          <Icon name="down" className={`flex-none text-sm text-muted transition-transform ${open ? '' : '-rotate-90'}`} />
          {name}
        </span>
      </button>
      {/* below the name and the buttons on phones */}
      <span className="flex-[1_1_200px] break-keep max-md:order-1 max-md:basis-full max-md:ps-8 text-xs text-muted">
        {[
          t(step.required ? 'manage.traceTemplate.required' : 'manage.traceability.steps.optional'),
          t(`manage.traceTemplate.filler.${step.filler}`),
          step.public ? t('manage.traceTemplate.public') : undefined,
          `${t('manage.traceTemplate.fields')} ${traceFields(step.form).length}`,
        ]
          .filter(Boolean)
          .join('\u00a0· ')}
      </span>
      {!disabled && (
        <span className="flex-none">
          <Button
            type="text"
            size="small"
            disabled={first}
            aria-label={t('manage.traceTemplate.moveUp', { name })}
            icon={<Icon name="arrowUp" />}
            onClick={() => onMove(-1)}
          />
          <Button
            type="text"
            size="small"
            disabled={last}
            aria-label={t('manage.traceTemplate.moveDown', { name })}
            icon={<Icon name="arrowUp" className="rotate-180" />}
            onClick={() => onMove(1)}
          />
          {onRemove && (
            <Button
              type="text"
              size="small"
              aria-label={t('manage.traceTemplate.removeStep', { name })}
              icon={<Icon name="close" />}
              onClick={onRemove}
            />
          )}
        </span>
      )}
    </div>
  );
}

function StepSettings({ step, disabled, faults, onChange }: Pick<TemplateStepProps, 'step' | 'disabled' | 'faults' | 'onChange'>) {
  const t = useTranslations();
  const layout = usePageFormLayout();
  const canListCategories = usePermission(categories.traceability.permission('list'));
  const canListRoles = usePermission(roles.permission('list'));
  const { stepName, filler, roleId, catalogueId, bizStep, disposition } = step;
  const set = (changes: Partial<StepInput>) => onChange({ ...step, ...changes });
  const defaultsOf = (category: Category): Partial<StepInput> => ({
    ...(!stepName.trim() && { stepName: category.catalogueName }),
    ...(category.bizStep && { bizStep: category.bizStep }),
    ...(category.disposition && { disposition: category.disposition }),
    ...(category.publicFlag && { public: category.publicFlag === '0' }),
  });
  const pictureCountField = (bound: PictureBound) => (
    <LabelledField label={t(`manage.traceTemplate.${bound}`)} fault={pictureFault(t, step, bound)}>
      {(id) => (
        <NumberField
          id={id}
          className="w-full!"
          min={0}
          max={MAX_TRACE_PICTURES}
          value={step[bound]}
          onChange={(value) => set({ [bound]: value })}
        />
      )}
    </LabelledField>
  );
  return (
    <fieldset disabled={disabled} className="mx-0 mt-4 min-w-0 border-0 p-0">
      <Form component={false} {...layout}>
        <div className={formColumns}>
          <LabelledField label={t('manage.traceTemplate.stepName')} required fault={faults.stepName}>
            {(id) => <Input id={id} value={stepName} maxLength={50} onChange={({ target }) => set({ stepName: target.value })} />}
          </LabelledField>
          {canListCategories && (
            <LabelledField label={t('manage.traceTemplate.catalogueId')}>
              {(id) => (
                <CategorySelect
                  id={id}
                  kind="traceability"
                  value={catalogueId ?? null}
                  onChange={(nextCategoryId, category) =>
                    set({ catalogueId: nextCategoryId ?? null, ...(category && defaultsOf(category)) })
                  }
                />
              )}
            </LabelledField>
          )}
          <LabelledField
            label={t('manage.traceTemplate.bizStep')}
            required
            hint={t('manage.traceTemplate.bizStep.hint')}
            fault={faults.bizStep}
          >
            {(id) => (
              <Select
                id={id}
                value={bizStep}
                showSearch={{ optionFilterProp: 'label' }}
                options={bizSteps.map((value) => ({ value, label: t(`manage.cbv.bizStep.${value}`) }))}
                onChange={(value) => set({ bizStep: value })}
              />
            )}
          </LabelledField>
          <LabelledField label={t('manage.traceTemplate.disposition')}>
            {(id) => (
              <Select
                id={id}
                value={disposition ?? undefined}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                options={dispositions.map((value) => ({ value, label: t(`manage.cbv.disposition.${value}`) }))}
                onChange={(value) => set({ disposition: value ?? null })}
              />
            )}
          </LabelledField>
          {pictureCountField('pictureMin')}
          {pictureCountField('pictureMax')}
          <LabelledField label={t('manage.traceTemplate.filler')} fault={canListRoles ? undefined : faults.roleId}>
            {(id) => (
              <Select
                id={id}
                value={filler}
                options={traceFillers.map((value) => ({ value, label: t(`manage.traceTemplate.filler.${value}`) }))}
                onChange={(value) => set({ filler: value, roleId: null })}
              />
            )}
          </LabelledField>
          {filler === 'role' && canListRoles && (
            <LabelledField label={t('manage.traceTemplate.roleId')} fault={faults.roleId}>
              {(id) => (
                <RecordSelect
                  id={id}
                  of={roles}
                  label="roleName"
                  value={roleId ?? undefined}
                  onChange={(nextRoleId) => set({ roleId: nextRoleId ?? null })}
                />
              )}
            </LabelledField>
          )}
          {(['required', 'public'] as const).map((flag) => (
            <LabelledField key={flag} label={t(`manage.traceTemplate.${flag}`)}>
              {(id) => <Checkbox id={id} checked={step[flag]} onChange={({ target }) => set({ [flag]: target.checked })} />}
            </LabelledField>
          ))}
        </div>
      </Form>
      {faults.form && (
        <p role="alert" className="text-xs/5 text-danger">
          {faults.form}
        </p>
      )}
      <StepForm stepName={stepName} form={step.form} disabled={disabled} onChange={(form) => set({ form })} />
    </fieldset>
  );
}

/** One step of a template: a summary line that expands to its settings. */
export function TemplateStep({ faults, onChange, ...summary }: TemplateStepProps) {
  const { step, open, disabled } = summary;
  return (
    <li className="card px-6 py-3 max-md:px-4">
      <StepSummary {...summary} />
      {open && <StepSettings step={step} disabled={disabled} faults={faults} onChange={onChange} />}
    </li>
  );
}
