import { type TraceProgress, type TraceStep, traceTemplates } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { useHasRoleId } from '../../../data/permission.tsx';
import { NoOptions } from '../../../ui/no-options.tsx';

export type SavedStep = TraceStep & { stepId: number };

/** Steps of enabled templates. */
export function useSteps() {
  const { data, isPending } = useQuery(listQueryOptions(traceTemplates, { status: '0', pageSize: '200' }));
  const templates = (data?.rows ?? []).map(({ templateName, steps }) => ({
    templateName,
    steps: steps.filter((step): step is SavedStep => Boolean(step.stepId)),
  }));
  const steps = new Map(templates.flatMap(({ steps: templateSteps }) => templateSteps.map((step) => [step.stepId, step] as const)));
  return { templates, steps, isPending, isLoaded: data !== undefined };
}

interface StepSelectProps {
  id?: string;
  /** Steps of the batch, which limit the choice. */
  batchSteps?: readonly TraceProgress[];
  value?: number;
  onChange?: (stepId: number) => void;
  disabled?: boolean;
}

/** Steps of other roles are disabled, because the server refuses their records. */
export function StepSelect({ batchSteps = [], ...rest }: StepSelectProps) {
  const t = useTranslations();
  const hasRoleId = useHasRoleId();
  const { templates, isPending, steps } = useSteps();
  const batchStepById = new Map(batchSteps.map((step) => [step.stepId, step]));
  const optionOf = ({ stepId, stepName, filler, roleId }: SavedStep) => {
    if (filler !== 'role' || roleId == null || hasRoleId(roleId)) return { value: stepId, label: stepName };
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
  const options: SelectProps['options'] = groups.length === 1 && single ? single.options : groups;
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
