import { MAX_TRACE_PICTURES, type TraceProgress, type TraceRecord, type TraceStep, traceTemplates } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { useHasRoleId } from '../../../data/permission.tsx';
import { retryOf, type SearchOption, SearchSelect, useDebouncedSearch } from '../../../ui/record-select.tsx';
import { includesText } from '../../../ui/tree.ts';

type SavedStep = TraceStep & { stepId: number };

/** What filling in a record needs of its step. */
export type FillStep = Pick<SavedStep, 'stepId' | 'stepName' | 'filler' | 'form' | 'pictureMin' | 'pictureMax'>;

/** The step as it was when the record was saved. The server validates against its own, e.g. the number of pictures. */
const storedStep = ({ stepId, stepName, filler, form }: TraceRecord): FillStep => ({
  ...{ stepId, stepName, filler, form },
  ...{ pictureMin: 0, pictureMax: MAX_TRACE_PICTURES },
});

/** A step of an enabled template in the data scope, or that of `record`, whose template may be neither. */
export function useStep(stepId: number | undefined, record?: TraceRecord) {
  const { data, isPending } = useQuery({
    ...listQueryOptions(traceTemplates, { status: '0', stepId: String(stepId) }),
    enabled: stepId !== undefined,
  });
  const found = data?.rows.flatMap(({ steps }) => steps).find((step): step is SavedStep => step.stepId === stepId);
  const step: FillStep | undefined = found ?? (data && record && record.stepId === stepId ? storedStep(record) : undefined);
  return { step, isPending: stepId !== undefined && isPending };
}

/** Whether the step accepts records. During an upgrade, a server of the release before does not say so. */
export const isOpen = ({ open }: TraceProgress) => open !== false;

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

/** Open steps of the batch, or those that the search finds in all templates. Steps of other roles are disabled. */
export function StepSelect({ batchSteps = [], record, value, ...rest }: StepSelectProps) {
  const t = useTranslations();
  const canFill = useCanFill();
  const { searchText, debouncedText, setSearchText } = useDebouncedSearch();
  const ofBatch = batchSteps.length > 0;
  const templates = useQuery({
    ...listQueryOptions(traceTemplates, { status: '0', pageSize: '50', ...(debouncedText && { text: debouncedText }) }),
    enabled: !ofBatch,
    placeholderData: keepPreviousData,
  });
  const selected = useStep(value, record);
  const optionOf = (step: Pick<SavedStep, 'stepId' | 'stepName' | 'filler' | 'roleId'>, ownerName?: string | null): SearchOption => {
    const { stepId, stepName } = step;
    if (canFill(step)) return { value: stepId, label: stepName };
    const label = ownerName
      ? t('manage.traceability.stepOfRole', { stepName, roleName: displayName('roleName', ownerName) })
      : t('manage.traceability.stepOfOtherRole', { stepName });
    return { value: stepId, label, disabled: true };
  };
  const offered = ofBatch
    ? batchSteps.filter(isOpen).map((step) => optionOf(step, step.ownerName))
    : (templates.data?.rows ?? []).flatMap(({ templateName, steps }) =>
        steps.filter((step): step is SavedStep => Boolean(step.stepId)).map((step) => ({ ...optionOf(step), note: templateName })),
      );
  const matches = offered.filter(({ label, note = '' }) => includesText(`${label} ${note}`, searchText));
  const offeredIds = new Set(offered.map((option) => option.value));
  // a step that is not offered, such as that of a disabled template
  const others = new Map([record, selected.step].flatMap((step) => (step ? [[step.stepId, step.stepName] as const] : [])));
  const otherOptions = searchText ? [] : [...others].filter(([id]) => !offeredIds.has(id)).map(([id, label]) => ({ value: id, label }));
  const isSearching = !ofBatch && (templates.isFetching || searchText !== debouncedText);
  return (
    <SearchSelect
      {...rest}
      value={value ?? null}
      options={[...otherOptions, ...matches]}
      searchText={searchText}
      isSearching={isSearching}
      onSearchText={setSearchText}
      retry={retryOf(templates)}
      {...(!searchText && { emptyHint: t('manage.traceability.noTemplates') })}
    />
  );
}
