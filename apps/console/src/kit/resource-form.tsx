import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Form, Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readOf, useSave } from './api.ts';
import { hosts } from './hosts.ts';
import { usePermission } from './permission.tsx';
import { refusalOf } from './refusal.ts';
import { forgetRefused, noteRefused } from './refused-values.ts';
import { useSaveKey } from './save-key.ts';
import { Failed, Waiting } from './states.tsx';
import { useUnsaved } from './unsaved.ts';
import { useNarrow } from './viewport.ts';
import { useWords } from './words.ts';

interface ResourceFormProps<S extends ResourceSpec> {
  resource: Resource<S>;
  /** What is edited; without one a record is added. */
  record?: RecordOf<S> | undefined;
  /** What a new record's form starts with. */
  blank?: Partial<InputOf<S>> | undefined;
  /** Fields beside each other, where there is room. */
  formColumns?: 1 | 2 | 3 | undefined;
  /** `Field`s of the resource. */
  children: ReactNode;
  onClose: () => void;
  /** After it was saved; `id` is the record's key. */
  onDone?: ((id: number) => void) | undefined;
}

type Values = Record<string, unknown>;

const isAtWork = () => document.activeElement?.matches('.form-drawer :is(input, textarea, select, button, [role=combobox])') ?? false;

/** Adds or edits one record in a drawer. A refusal lands at its field; leaving with changes asks; Ctrl/⌘ S saves. */
export function ResourceForm<S extends ResourceSpec>(props: ResourceFormProps<S>) {
  // The cast: inside, the noun is any noun and its records are rows.
  return <FormOf {...(props as unknown as ResourceFormProps<ResourceSpec>)} />;
}

function FormOf({ resource, record, blank, formColumns = 1, children, onClose, onDone }: ResourceFormProps<ResourceSpec>) {
  const t = useWords();
  const narrow = useNarrow();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const [stale, setStale] = useState(false);
  const [modal, modalHolder] = Modal.useModal();
  const save = useSave(resource);
  const { key, operations, path } = resource;
  const id = record ? Number(record[key]) : undefined;
  const mayRead = usePermission(resource.permission('read')) && operations.includes('read');
  const fresh = useQuery({ ...readOf(resource, id ?? 0), enabled: id !== undefined && mayRead, staleTime: 0, gcTime: 0 });
  const known = id === undefined ? blank : mayRead ? fresh.data : record;
  const laid = useRef<Values>(undefined);
  const ready = id === undefined || (known !== undefined && (laid.current !== undefined || !fresh.isFetching));
  useUnsaved(dirty);

  useEffect(() => {
    if (!ready || dirty || laid.current === known) return; // what was typed stays, also when its tab comes back
    // once the drawer stands, unless somebody is at work in it already: taking the focus would close what they opened
    if (laid.current === undefined) setTimeout(() => !isAtWork() && form.focusField(Object.keys(form.getFieldsValue())[0] ?? ''), 220);
    laid.current = known;
    form.setFieldsValue(textless(known));
  }, [ready, dirty, known, form]);

  const submit = async () => {
    if (!ready || save.isPending) return;
    forgetRefused(form);
    const values = await form.validateFields().catch(({ errorFields }: { errorFields?: { name: (string | number)[] }[] }) => {
      const first = errorFields?.[0]?.name;
      if (first) form.scrollToField(first, { focus: true, block: 'center' });
    });
    if (!values) return;
    const body = id === undefined ? added(values) : { ...changed(values), [key]: id, version: known?.version };
    try {
      const answer = await save.mutateAsync(body);
      setDirty(false);
      hosts.tell('success', t('kit.saved'));
      onDone?.(id ?? Number(answer?.[key]));
      onClose();
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

  const leave = () => {
    if (!dirty) return onClose();
    modal.confirm({
      title: t('kit.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('kit.discard'),
      cancelText: t('kit.goOnEditing'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: onClose,
    });
  };

  const noun = t(resource.word());
  return (
    <Drawer
      open
      size={[560, 880, 1160][formColumns - 1] ?? 560}
      title={id === undefined ? t('kit.addNoun', { noun }) : t('kit.editNoun', { noun })}
      onClose={leave}
      mask={{ closable: true }}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <span className="form-hint">{t('kit.saveHint')}</span>
          <Button onClick={leave}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!ready} onClick={() => void submit()}>
            {t('kit.save')}
          </Button>
        </div>
      }
    >
      {modalHolder}
      {stale && (
        <Alert
          type="warning"
          showIcon
          title={t('problem.recordStale')}
          style={{ marginBottom: 16 }}
          action={
            <Button
              size="small"
              onClick={() => {
                setStale(false);
                setDirty(false);
                form.resetFields();
                laid.current = undefined;
                void fresh.refetch();
              }}
            >
              {t('kit.loadLatest')}
            </Button>
          }
        />
      )}
      {fresh.error ? (
        <Failed error={fresh.error} onRetry={() => void fresh.refetch()} />
      ) : (
        <>
          {!ready && <Waiting rows={6} />}
          <Form
            form={form}
            name={`${path}-form`.slice(1).replaceAll('/', '-')}
            {...(narrow ? { layout: 'vertical' as const } : { labelCol: { flex: '112px' }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
            hidden={!ready}
            scrollToFirstError
            onValuesChange={() => setDirty(true)}
            onFinish={() => void submit()}
          >
            {formColumns > 1 ? <div className={`form-columns form-columns-${formColumns}`}>{children}</div> : children}
            <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
          </Form>
        </>
      )}
    </Drawer>
  );
}

/** Null means that there is none: an empty control. */
const textless = (values: Values = {}) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));

/** Blank fields are not sent with a new record. */
const added = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));

/** A field that was emptied is cleared with null; one that is absent would stay as it is. */
const changed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)]));
