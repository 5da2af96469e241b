import { MAX_TRACE_PICTURES, type TraceProgress, type TraceRecord, type TraceStep, traceTemplates } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { useHasRoleId } from '../../../data/permission.tsx';
import { NoOptions } from '../../../ui/no-options.tsx';

type SavedStep = TraceStep & { stepId: number };

/** What filling in a record needs of its step. */
export type FillStep = Pick<SavedStep, 'stepId' | 'stepName' | 'filler' | 'form' | 'pictureMin' | 'pictureMax'>;

/** The step as it was when the record was saved. The server validates against its own, e.g. the number of pictures. */
const storedStep = ({ stepId, stepName, filler, form }: TraceRecord): FillStep => ({
  ...{ stepId, stepName, filler, form },
  ...{ pictureMin: 0, pictureMax: MAX_TRACE_PICTURES },
});

/** Steps of enabled templates in the data scope, and that of `record`, whose template may be neither. */
export function useSteps(record?: TraceRecord) {
  const { data, isPending } = useQuery(listQueryOptions(traceTemplates, { status: '0', pageSize: '200' }));
  const templates = (data?.rows ?? []).map(({ templateName, steps }) => ({
    templateName,
    steps: steps.filter((step): step is SavedStep => Boolean(step.stepId)),
  }));
  const steps = new Map<number, FillStep>(
    templates.flatMap(({ steps: templateSteps }) => templateSteps.map((step) => [step.stepId, step])),
  );
  if (record && !isPending && !steps.has(record.stepId)) steps.set(record.stepId, storedStep(record));
  return { templates, steps, isPending };
}

/** The server refuses records of steps that belong to another role. */
export function useCanFill() {
  const hasRoleId = useHasRoleId();
  return ({ filler, roleId }: Pick<TraceStep, 'filler' | 'roleId'>) => filler !== 'role' || roleId == null || hasRoleId(roleId);
}

interface StepSelectProps {
  id?: string;
  /** Steps of the batch, which limit the choice. */
  batchSteps?: readonly TraceProgress[];
  /** Its step is always an option. */
  record?: TraceRecord | undefined;
  value?: number;
  onChange?: (stepId: number) => void;
  disabled?: boolean;
}

/** Steps of other roles are disabled. */
export function StepSelect({ batchSteps = [], record, ...rest }: StepSelectProps) {
  const t = useTranslations();
  const canFill = useCanFill();
  const { templates, isPending, steps } = useSteps();
  const batchStepById = new Map(batchSteps.map((step) => [step.stepId, step]));
  const optionOf = (step: SavedStep) => {
    const { stepId, stepName } = step;
    if (canFill(step)) return { value: stepId, label: stepName };
    const ownerName = batchStepById.get(stepId)?.ownerName;
    const label = ownerName
      ? t('manage.traceability.stepOfRole', { stepName, roleName: displayName('roleName', ownerName) })
      : t('manage.traceability.stepOfOtherRole', { stepName });
    return { value: stepId, label, disabled: true };
  };
  const groups = templates
    .map(({ templateName, steps: templateSteps }) => ({
      label: templateName,
      options: templateSteps.filter(({ stepId }) => batchSteps.length === 0 || batchStepById.has(stepId)).map(optionOf),
    }))
    .filter(({ options }) => options.length > 0);
  const [single] = groups;
  const offered: SelectProps['options'] = groups.length === 1 && single ? single.options : groups;
  const isMissing = record && !isPending && !groups.some(({ options }) => options.some(({ value }) => value === record.stepId));
  const options = isMissing ? [{ value: record.stepId, label: record.stepName }, ...offered] : offered;
  return (
    <Select
      {...rest}
      loading={isPending}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={<NoOptions pending={isPending}>{t(steps.size > 0 ? 'kit.noMatch' : 'manage.traceability.noTemplates')}</NoOptions>}
    />
  );
}
