import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Drawer, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../data/words.ts';
import { formName, labelWidth, SaveButtons, StaleRecord, useLeaveConfirm } from './form-parts.tsx';
import { ErrorState, LoadingState } from './states.tsx';
import { useResourceForm } from './use-resource-form.ts';
import { useIsNarrowScreen } from './viewport.ts';

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

const isEditing = () => document.activeElement?.matches('.form-drawer :is(input, textarea, select, button, [role=combobox])') ?? false;

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
  const isNarrow = useIsNarrowScreen();
  const id = record ? Number(record[resource.key]) : undefined;
  // 220 ms: after the drawer has opened
  const formState = useResourceForm({
    resource,
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
  const [confirmLeave, leaveModal] = useLeaveConfirm();
  const leave = () => (formState.dirty ? confirmLeave(onClose) : onClose());

  const noun = nounOverride ?? t(resource.word());
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
          <SaveButtons saving={formState.saving} ready={ready} onSave={() => void submit()} onLeave={leave} />
        </div>
      }
    >
      {leaveModal}
      {stale && <StaleRecord onLoad={formState.reload} />}
      {recordQuery.error && !recordQuery.data ? (
        <ErrorState error={recordQuery.error} onRetry={() => void recordQuery.refetch()} />
      ) : (
        <>
          {!ready && <LoadingState rows={6} />}
          <Form
            form={form}
            name={formName(resource.path)}
            {...(isNarrow
              ? { layout: 'vertical' as const }
              : { labelCol: { flex: labelWidth() }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
            hidden={!ready}
            scrollToFirstError
            onValuesChange={formState.touch}
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
