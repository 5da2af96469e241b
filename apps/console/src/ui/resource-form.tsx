import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { editBody, recordQueryOptions, useSave } from '../data/api.ts';
import { asApiError } from '../data/api-error.ts';
import { storedTexts, translatedTexts } from '../data/display-names.ts';
import { nullsToUndefined, useEditState, useSaveShortcut } from '../data/form-editing.ts';
import { useTranslations } from '../data/i18n.ts';
import { usePermission } from '../data/permission.tsx';
import { initialValuesOf } from '../data/schema.ts';
import { shellServices } from '../data/shell-services.ts';
import { leaveForm } from './confirm.ts';
import { FormDrawer, formName, SaveHint, StaleRecord } from './form-parts.tsx';
import {
  clearRejectedValues,
  focusFirstError,
  focusFirstInput,
  recordRejectedValue,
  showApiError,
  validateForm,
} from './form-validation.ts';
import { FormLoading } from './loading-shapes.tsx';
import { ErrorState } from './states.tsx';
import { useProposal } from './use-proposal.ts';

type Values = Record<string, unknown>;

interface ResourceFormOptions {
  resource: Resource<ResourceSpec>;
  /** Of the form, also the ID of its element. */
  name: string;
  id: number | undefined;
  /** Used if the user may edit but not read. */
  record?: RecordOf<ResourceSpec> | undefined;
  blank?: Values | undefined;
  /** Milliseconds until the container has opened. */
  focusDelay: number;
  /** Whether the user already works in the form: moving the focus would close open popups. */
  isEditing: () => boolean;
  onSaved: (id: number) => void;
}

/** Whether a shell popup is open, which would close if the focus moves. */
const hasPopup = () => document.querySelector('[data-popup]') !== null;

/** Proposes values of a new record. Server errors appear at their field; Ctrl+S or ⌘S saves. */
export function useResourceForm({ resource, name, id, record, blank, focusDelay, isEditing, onSaved }: ResourceFormOptions) {
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const save = useSave(resource);
  const { key, operations } = resource;
  const canRead = usePermission(resource.permission('read')) && operations.includes('read');
  // without the right to read, the request shows the error, unless the record is already loaded
  const fetchesRecord = id !== undefined && (canRead || record === undefined);
  const recordQuery = useQuery({ ...recordQueryOptions(resource, id ?? 0), enabled: fetchesRecord, staleTime: 0, gcTime: 0 });
  const blankText = JSON.stringify(blank);
  // by content: an equal object of the next render would overwrite what a field proposed, such as a generated password
  // biome-ignore lint/correctness/useExhaustiveDependencies: `blank` is compared by its text
  const initialValues = useMemo(() => ({ ...initialValuesOf(resource), ...blank }), [resource, blankText]);
  const sourceValues = id === undefined ? initialValues : fetchesRecord ? recordQuery.data : record;
  const filledValues = useRef<Values>(undefined);
  const filledTexts = useRef<Values>({});
  const fill = useCallback(
    (values: Values) => {
      if (filledValues.current === undefined)
        setTimeout(() => isEditing() || hasPopup() || focusFirstInput(document.getElementById(name)), focusDelay);
      filledValues.current = values;
      filledTexts.current = id === undefined ? values : translatedTexts(values);
      form.setFieldsValue(nullsToUndefined(filledTexts.current));
    },
    [form, name, id, focusDelay, isEditing],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState<Values>(recordQuery, (values) => {
    form.resetFields();
    filledValues.current = undefined; // refocuses the first field
    fill(values);
  });
  const replaceTaken = useProposal(resource, form, { isNew: id === undefined, active: sourceValues !== undefined });
  const ready = id === undefined || (sourceValues !== undefined && (filledValues.current !== undefined || !recordQuery.isFetching));

  // before the form is painted: otherwise an early keystroke goes into an empty field and is overwritten
  useLayoutEffect(() => {
    if (!sourceValues || !ready || dirty || filledValues.current === sourceValues) return; // keeps the input, also when a hidden tab becomes active again
    fill(sourceValues);
  }, [ready, dirty, sourceValues, fill]);

  const submit = async () => {
    if (!ready || save.isPending) return;
    clearRejectedValues(form);
    setStale(false); // a repeated conflict shows the warning again
    const values = await validateForm(form);
    if (!values) return;
    // based on the record that the form was filled with; the query may have loaded a later one
    const filled = { ...filledValues.current, [key]: id };
    const body =
      id === undefined ? newRecordBody(resource, values) : editBody(resource, filled, storedTexts(values, filled, filledTexts.current));
    try {
      const answer = await save.mutateAsync(body);
      setDirty(false);
      shellServices.notify('success', t('kit.saved'));
      onSaved(id ?? Number(answer?.[key]));
    } catch (error) {
      const apiError = asApiError(error);
      if (!apiError) throw error;
      if (apiError.problem === 'recordStale') return setStale(true);
      if (apiError.field && apiError.field in values) recordRejectedValue(form, apiError.field, values[apiError.field], apiError.msg);
      if (!(await replaceTaken(error))) showApiError(form, error);
    }
  };
  useSaveShortcut(true, () => void submit());

  return { form, recordQuery, sourceValues, ready, dirty, stale, saving: save.isPending, submit, reload, touch: () => setDirty(true) };
}

/** Body of a new record without blank fields. RuoYi requires lists of keys, so these are sent empty. */
const newRecordBody = ({ wire }: Resource, values: Values) => ({
  ...Object.fromEntries((wire?.lists ?? []).map((name) => [name, []])),
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')),
});

/**
 * Opens the form if a link requests it: `navigate(path, { state: { add: true } })`. The state is removed before the form opens. Otherwise
 * going back from a form page would open the form again.
 */
export function useOpenAddForm(canAdd: boolean, open: () => void) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRequested = canAdd && (state as { add?: boolean } | null)?.add === true;
  const hasArrived = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation
  useEffect(() => {
    if (isRequested) {
      hasArrived.current = true;
      void navigate(pathname + search, { replace: true, state: null });
    } else if (hasArrived.current) {
      hasArrived.current = false;
      open();
    }
  }, [isRequested]);
}

interface ResourceFormProps<S extends ResourceSpec> {
  resource: Resource<S>;
  noun?: string | undefined;
  record?: RecordOf<S> | undefined;
  blank?: Partial<InputOf<S>> | undefined;
  formColumns?: 1 | 2 | 3 | undefined;
  children: ReactNode;
  onClose: () => void;
  onDone?: ((id: number) => void) | undefined;
}

/** Fields in columns; long ones span the row. */
const columns = 'grid gap-x-6 [&>:has(textarea,[data-wide-field])]:col-span-full';
const columnCounts = ['min-[900px]:grid-cols-2', 'min-[900px]:grid-cols-3'];

const isEditing = () =>
  document.activeElement?.matches('.ant-drawer:has([data-form-footer]) :is(input, textarea, select, button, [role=combobox])') ?? false;

/** Leaving with changes needs a confirmation. */
export function ResourceForm<S extends ResourceSpec>(props: ResourceFormProps<S>) {
  // The cast: internally the resource type is generic.
  return <ResourceFormInner {...(props as unknown as ResourceFormProps<ResourceSpec>)} />;
}

function ResourceFormInner({
  resource,
  noun: nounOverride,
  record,
  blank,
  formColumns = 1,
  children,
  onClose,
  onDone,
}: ResourceFormProps<ResourceSpec>) {
  const t = useTranslations();
  const id = record ? Number(record[resource.key]) : undefined;
  const name = formName(resource.path);
  // 220 ms: after the drawer has opened
  const formState = useResourceForm({
    resource,
    name,
    id,
    record,
    blank,
    focusDelay: 220,
    isEditing,
    onSaved(savedId) {
      onDone?.(savedId);
      onClose();
    },
  });
  const { form, recordQuery, ready, stale, submit } = formState;
  const leave = () => void leaveForm(formState.dirty, onClose);

  const noun = nounOverride ?? t(resource.word());
  return (
    <FormDrawer
      size={[560, 880, 1160][formColumns - 1] ?? 560}
      title={id === undefined ? t('kit.addNoun', { noun }) : t('kit.editNoun', { noun })}
      onClose={leave}
      mask={{ closable: true }}
      hint={<SaveHint />}
      okText={t('kit.save')}
      busy={formState.saving}
      disabled={!ready}
      onOk={() => void submit()}
    >
      {stale && <StaleRecord onLoad={formState.reload} />}
      {recordQuery.error && !recordQuery.data ? (
        <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} />
      ) : (
        <>
          {!ready && <FormLoading className={formColumns > 1 ? `${columns} ${columnCounts[formColumns - 2]}` : ''} />}
          <Form
            form={form}
            name={name}
            layout="vertical"
            hidden={!ready}
            onFinishFailed={(errors) => focusFirstError(form, errors)}
            onValuesChange={formState.touch}
            onFinish={() => void submit()}
          >
            {formColumns > 1 ? <div className={`${columns} ${columnCounts[formColumns - 2]}`}>{children}</div> : children}
            <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          </Form>
        </>
      )}
    </FormDrawer>
  );
}
