import type { InputOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Drawer, Form } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../data/words.ts';
import { formName, labelWidth, SaveButtons, StaleRecord, useLeaveQuestion } from './form-parts.tsx';
import { Failed, Waiting } from './states.tsx';
import { useResourceForm } from './use-resource-form.ts';
import { useNarrow } from './viewport.ts';

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

const isAtWork = () => document.activeElement?.matches('.form-drawer :is(input, textarea, select, button, [role=combobox])') ?? false;

/** Leaving with changes needs a confirmation. */
export function ResourceForm<S extends ResourceSpec>(props: ResourceFormProps<S>) {
  // The cast: internally the resource type is generic.
  return <FormOf {...(props as unknown as ResourceFormProps<ResourceSpec>)} />;
}

function FormOf({ resource, noun: called, record, blank, formColumns = 1, children, onClose, onDone }: ResourceFormProps<ResourceSpec>) {
  const t = useWords();
  const narrow = useNarrow();
  const id = record ? Number(record[resource.key]) : undefined;
  // 220 ms: after the drawer has opened
  const written = useResourceForm({
    resource,
    id,
    record,
    blank,
    opening: 220,
    isAtWork,
    onSaved(saved) {
      onDone?.(saved);
      onClose();
    },
  });
  const { form, fresh, ready, stale, submit } = written;
  const [ask, leaveModal] = useLeaveQuestion();
  const leave = () => (written.dirty ? ask(onClose) : onClose());

  const noun = called ?? t(resource.word());
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
          <SaveButtons saving={written.saving} ready={ready} onSave={() => void submit()} onLeave={leave} />
        </div>
      }
    >
      {leaveModal}
      {stale && <StaleRecord onLoad={written.reload} />}
      {fresh.error && !fresh.data ? (
        <Failed error={fresh.error} onRetry={() => void fresh.refetch()} />
      ) : (
        <>
          {!ready && <Waiting rows={6} />}
          <Form
            form={form}
            name={formName(resource.path)}
            {...(narrow
              ? { layout: 'vertical' as const }
              : { labelCol: { flex: labelWidth() }, wrapperCol: { flex: 'auto' }, labelWrap: true })}
            hidden={!ready}
            scrollToFirstError
            onValuesChange={written.touch}
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
