import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
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
  /** Of what is edited; undefined: a record is added. */
  id: number | undefined;
  /** What is known of it already: shown to who may edit and not read. */
  record?: RecordOf<ResourceSpec> | undefined;
  /** What a new record's form starts with. */
  blank?: Values | undefined;
  /** Milliseconds until what the form stands in has opened. */
  opening: number;
  /** Tells whether somebody works in the form already: taking the focus would close what they opened. */
  isAtWork: () => boolean;
  /** After it was saved; `id` is the record's key. */
  onSaved: (id: number) => void;
}

/** What a new record starts with where nothing is given: laid once as well, so that the first field has the focus. */
const NOTHING: Values = {};

/** Whether something of the frame was opened meanwhile: it closes when the focus goes elsewhere. */
const hasPopup = () => document.querySelector('.popup') !== null;

/** One record on its way through a form, whatever the form stands in. A refusal lands at its field; Ctrl/⌘ S saves. */
export function useResourceForm({ resource, id, record, blank, opening, isAtWork, onSaved }: Asked) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const save = useSave(resource);
  const { key, operations } = resource;
  const mayRead = usePermission(resource.permission('read')) && operations.includes('read');
  // who may not read it is told so, unless it is known already
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
    laid.current = undefined; // the first field has the focus again
    fill(values);
  });
  const ready = id === undefined || (known !== undefined && (laid.current !== undefined || !fresh.isFetching));

  useEffect(() => {
    if (!known || !ready || dirty || laid.current === known) return; // what was typed stays, also when its tab comes back
    fill(known);
  }, [ready, dirty, known, fill]);

  const submit = async () => {
    if (!ready || save.isPending) return;
    clearRefused(form);
    setStale(false); // said again, and brought into sight again, where it still is
    const values = await validValues(form);
    if (!values) return;
    // of the record that lies under what was typed: a tab that comes back may have read a later one meanwhile
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

/** Null means that there is none: an empty control. */
const textless = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));

/** Blank fields are not sent with a new record, but for lists of keys: a RuoYi server refuses a record without them. */
const added = ({ wire }: Resource, values: Values) => ({
  ...Object.fromEntries((wire?.lists ?? []).map((name) => [name, []])),
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')),
});
