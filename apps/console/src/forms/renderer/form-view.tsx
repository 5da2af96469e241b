import type { Answers, FormDoc } from '@suyuan/forms';
import { Button, Form } from 'antd';
import { type FormEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { sizeProps } from './control.ts';
import { elementId, FormContext, type FormContextValue, formStore } from './form-store.ts';
import { NodeList } from './node-view.tsx';

/** Below this width, labels are above the fields and columns are stacked. */
const STACKED_BELOW_PX = 576;

export interface FormHandle {
  /** Answers to submit, after pending uploads; undefined if invalid, after showing and focusing the first fault. */
  finish(): Promise<Answers | undefined>;
  /** As `finish`, but required answers may be missing. */
  draft(): Promise<Answers | undefined>;
  reset(): void;
  /** Merges values into the answers, e.g. saved ones. */
  fill(values: Answers): void;
  /** Shows server errors at their fields, by path keys such as `items.2.price`. */
  setServerErrors(serverErrors: Record<string, string>): void;
}

interface FormViewProps {
  doc: FormDoc;
  /** Initial answers, merged over the author's defaults. */
  values?: Answers | undefined;
  /** Receives valid answers. Without it, the form has no buttons. */
  onSubmit?: ((answers: Answers) => unknown) | undefined;
  onChange?: ((answers: Answers) => void) | undefined;
  disabled?: boolean;
  /** Nested in a form of the page, which submits it. */
  nested?: boolean;
  /** CSS width of the labels, in place of the document's, to align them with those of the page. */
  labelWidth?: string;
  handle?: Ref<FormHandle>;
}

/** A designed form for input: layout, rules, options and files. Uses the server's validation function. */
export function FormView({ doc, values, onSubmit, onChange, disabled = false, nested = false, labelWidth, handle }: FormViewProps) {
  const t = useTranslations();
  const prefix = useId();
  const [width, measure] = useElementWidth();
  const [sending, setSending] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are what it begins with; later ones come by the handle
  const store = useMemo(() => formStore(doc, values), [doc]);
  const stacked = width > 0 && width < STACKED_BELOW_PX;
  useEffect(() => (onChange ? store.subscribe(() => onChange(store.answers())) : undefined), [store, onChange]);

  const read = async (how: 'finish' | 'draft') => {
    await store.waitForPending();
    const result = store[how]();
    if ('answers' in result) return result.answers;
    // after its containers have opened
    setTimeout(() => focusField(elementId(prefix, result.fault.path)));
    return undefined;
  };
  const submit = async () => {
    if (sending) return;
    setSending(true);
    try {
      const answers = await read('finish');
      if (answers) await onSubmit?.(answers);
    } finally {
      setSending(false);
    }
  };
  useImperativeHandle(handle, () => ({
    finish: () => read('finish'),
    draft: () => read('draft'),
    reset: store.reset,
    fill: store.fill,
    setServerErrors: (serverErrors) => {
      store.setServerErrors(new Map(Object.entries(serverErrors)));
      const [first] = Object.keys(serverErrors);
      if (first) setTimeout(() => focusField(elementId(prefix, first.split('.'))));
    },
  }));

  const { form: settings } = doc;
  const contextValue: FormContextValue = {
    store,
    settings,
    prefix,
    stacked,
    labelWidth,
    locked: disabled,
    onSubmit: onSubmit && (() => void submit()),
  };
  const buttons = onSubmit && settings.showButtons && (
    <div className="flex gap-2 pt-2">
      <Button type="primary" htmlType="submit" loading={sending && { delay: 200 }} disabled={disabled}>
        {t('kit.form.submit')}
      </Button>
      <Button onClick={store.reset} disabled={disabled}>
        {t('kit.form.reset')}
      </Button>
    </div>
  );
  const body = (
    <FormContext value={contextValue}>
      <NodeList nodes={doc.fields} />
      {buttons}
    </FormContext>
  );
  const formProps = {
    component: false as const,
    labelAlign: settings.labelAlign,
    ...sizeProps(settings.size),
    labelWrap: true,
    colon: true,
  };
  return (
    <div ref={measure} className="w-full" data-testid="form-view">
      <Form {...formProps}>
        {nested ? (
          body
        ) : (
          <form
            noValidate
            aria-label={settings.name}
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              event.stopPropagation();
              void submit();
            }}
          >
            {body}
          </form>
        )}
      </Form>
    </div>
  );
}

/** Focuses the control with this id, or the first control inside the group. */
function focusField(id: string) {
  const element = document.getElementById(id);
  const control = element?.matches('input, textarea, button, select, [contenteditable]')
    ? element
    : element?.querySelector<HTMLElement>('input, button, [tabindex]');
  const target = control ?? element;
  target?.scrollIntoView({ block: 'center' });
  target?.focus();
}
