import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { editBody, readOf, useSave } from '../data/api.ts';
import { hosts } from '../data/hosts.ts';
import { usePermission } from '../data/permission.tsx';
import { refusalOf } from '../data/refusal.ts';
import { useSaveKey } from '../data/save-key.ts';
import { useEditState } from '../data/use-edit-state.ts';
import { useWords } from '../data/words.ts';
import { clearRefused, noteRefused } from './refused-values.ts';
import { validValues } from './valid-values.ts';

export type Values = Record<string, unknown>;

interface Asked {
  resource: Resource<ResourceSpec>;
  id: number | undefined;
  /** Used if the user may edit but not read. */
  record?: RecordOf<ResourceSpec> | undefined;
  blank?: Values | undefined;
  /** Milliseconds until the container has opened. */
  opening: number;
  /** Whether the user already works in the form: moving the focus would close open popups. */
  isAtWork: () => boolean;
  onSaved: (id: number) => void;
}

/** Default of `blank`; a constant object fills the form once, which also sets the focus. */
const NOTHING: Values = {};

/** Whether a shell popup is open, which would close if the focus moves. */
const hasPopup = () => document.querySelector('.popup') !== null;

/** Server errors appear at their field; Ctrl/⌘+S saves. */
export function useResourceForm({ resource, id, record, blank, opening, isAtWork, onSaved }: Asked) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const save = useSave(resource);
  const { key, operations } = resource;
  const mayRead = usePermission(resource.permission('read')) && operations.includes('read');
  // without the right to read, the request shows the error, unless the record is already loaded
  const asks = id !== undefined && (mayRead || record === undefined);
  const fresh = useQuery({ ...readOf(resource, id ?? 0), enabled: asks, staleTime: 0, gcTime: 0 });
  const known = id === undefined ? (blank ?? NOTHING) : asks ? fresh.data : record;
  const laid = useRef<Values>(undefined);
  const fill = useCallback(
    (values: Values) => {
      const begin = () => isAtWork() || hasPopup() || form.focusField(Object.keys(form.getFieldsValue())[0] ?? '');
      if (laid.current === undefined) setTimeout(begin, opening);
      laid.current = values;
      form.setFieldsValue(textless(values));
    },
    [form, opening, isAtWork],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState<Values>(fresh, (values) => {
    form.resetFields();
    laid.current = undefined; // refocuses the first field
    fill(values);
  });
  const ready = id === undefined || (known !== undefined && (laid.current !== undefined || !fresh.isFetching));

  // before the form is painted: otherwise an early keystroke goes into an empty field and is overwritten
  useLayoutEffect(() => {
    if (!known || !ready || dirty || laid.current === known) return; // keeps the input, also when a hidden tab becomes active again
    fill(known);
  }, [ready, dirty, known, fill]);

  const submit = async () => {
    if (!ready || save.isPending) return;
    clearRefused(form);
    setStale(false); // a repeated conflict shows the warning again
    const values = await validValues(form);
    if (!values) return;
    // based on the record that the form was filled with; the query may have loaded a later one
    const body = id === undefined ? added(resource, values) : editBody(resource, { ...laid.current, [key]: id }, values);
    try {
      const answer = await save.mutateAsync(body);
      setDirty(false);
      hosts.tell('success', t('kit.saved'));
      onSaved(id ?? Number(answer?.[key]));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (refusal.problem === 'recordStale') return setStale(true);
      if (!refusal.field || !(refusal.field in values)) return hosts.tell('error', refusal.msg, refusal.detail);
      noteRefused(form, refusal.field, values[refusal.field], refusal.msg);
      form.setFields([{ name: refusal.field, errors: [refusal.msg] }]);
      form.scrollToField(refusal.field, { focus: true, block: 'center' });
    }
  };
  useSaveKey(true, () => void submit());

  return { form, fresh, known, ready, dirty, stale, saving: save.isPending, submit, reload, touch: () => setDirty(true) };
}

/** Null becomes undefined: an empty input. */
const textless = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));

/** Body of a new record without blank fields. RuoYi requires lists of keys, so these are sent empty. */
const added = ({ wire }: Resource, values: Values) => ({
  ...Object.fromEntries((wire?.lists ?? []).map((name) => [name, []])),
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')),
});
