import { type TraceStep, traceTemplates } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { NoOptions } from '../../../ui/no-options.tsx';

export type SavedStep = TraceStep & { stepId: number };

/** Steps of enabled templates, optionally limited to `only`. */
export function useSteps(only: readonly number[] = []) {
  const { data, isPending } = useQuery(listQueryOptions(traceTemplates, { status: '0', pageSize: '200' }));
  const templates = data?.rows ?? [];
  const groups = templates
    .map(({ templateName, steps }) => ({
      label: templateName,
      options: steps.flatMap(({ stepId, stepName }) =>
        stepId && (only.length === 0 || only.includes(stepId)) ? [{ value: stepId, label: stepName }] : [],
      ),
    }))
    .filter(({ options }) => options.length > 0);
  const steps = new Map(
    templates.flatMap(({ steps: templateSteps }) =>
      templateSteps.flatMap((step) => (step.stepId ? [[step.stepId, step as SavedStep] as const] : [])),
    ),
  );
  return { groups, steps, isPending, isLoaded: data !== undefined };
}

interface StepSelectProps {
  id?: string;
  only?: readonly number[] | undefined;
  value?: number;
  onChange?: (stepId: number) => void;
  disabled?: boolean;
}

export function StepSelect({ only, ...rest }: StepSelectProps) {
  const t = useTranslations();
  const { groups, isPending, steps } = useSteps(only);
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
