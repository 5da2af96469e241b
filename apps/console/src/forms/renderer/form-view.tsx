import type { Answers, FormDoc } from '@suyuan/forms';
import { Button, Form } from 'antd';
import { type FormEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { useWidth } from '../../ui/use-width.ts';
import { sized } from './control.ts';
import { type Filling, FillingContext, idOf } from './form-context.ts';
import { formStore } from './form-store.ts';
import { NodeList } from './node-view.tsx';
import './form.css';

/** Below this width, labels are above the fields and columns are stacked. */
const NARROW = 576;

export interface FormHandle {
  /** Answers to submit; undefined if invalid, after showing and focusing the first fault. */
  finish(): Answers | undefined;
  /** As `finish`, but required answers may be missing. */
  draft(): Answers | undefined;
  reset(): void;
  /** Merges values into the answers, e.g. saved ones. */
  fill(values: Answers): void;
  /** Shows server errors at their fields, by path keys such as `items.2.price`. */
  refuse(refusals: Record<string, string>): void;
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
  inside?: boolean;
  own?: Filling['own'];
  handle?: Ref<FormHandle>;
}

/** A designed form for input: layout, rules, options and files. Uses the server's validation function. */
export function FormView({ doc, values, onSubmit, onChange, disabled = false, inside = false, own, handle }: FormViewProps) {
  const t = useWords();
  const prefix = useId();
  const [width, measure] = useWidth();
  const [sending, setSending] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are what it begins with; later ones come by the handle
  const store = useMemo(() => formStore(doc, values), [doc]);
  const stacked = width > 0 && width < NARROW;
  useEffect(() => (onChange ? store.subscribe(() => onChange(store.answers())) : undefined), [store, onChange]);

  const outcome = (done: ReturnType<typeof store.finish>) => {
    if ('answers' in done) return done.answers;
    // after its containers have opened
    setTimeout(() => focusField(idOf(prefix, done.fault.path)));
    return undefined;
  };
  const submit = async () => {
    if (sending) return;
    setSending(true);
    try {
      await store.settled();
      const answers = outcome(store.finish());
      if (answers) await onSubmit?.(answers);
    } finally {
      setSending(false);
    }
  };
  useImperativeHandle(handle, () => ({
    finish: () => outcome(store.finish()),
    draft: () => outcome(store.draft()),
    reset: store.reset,
    fill: store.fill,
    refuse: (refusals) => {
      store.refuse(new Map(Object.entries(refusals)));
      const [first] = Object.keys(refusals);
      if (first) setTimeout(() => focusField(idOf(prefix, first.split('.'))));
    },
  }));

  const { form: settings } = doc;
  const filling: Filling = { store, settings, prefix, stacked, locked: disabled, onSubmit: onSubmit && (() => void submit()), own };
  const buttons = onSubmit && settings.showButtons && (
    <div className="form-buttons">
      <Button type="primary" htmlType="submit" loading={sending && { delay: 200 }} disabled={disabled}>
        {t('kit.form.submit')}
      </Button>
      <Button onClick={store.reset} disabled={disabled}>
        {t('kit.form.reset')}
      </Button>
    </div>
  );
  const body = (
    <FillingContext value={filling}>
      <NodeList nodes={doc.fields} />
      {buttons}
    </FillingContext>
  );
  const look = {
    component: false as const,
    labelAlign: settings.labelAlign,
    ...sized(settings.size),
    labelWrap: true,
    colon: true,
  };
  return (
    <div ref={measure} className="form-view">
      <Form {...look}>
        {inside ? (
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
  const inner = element?.matches('input, textarea, button, select')
    ? element
    : element?.querySelector<HTMLElement>('input, button, [tabindex]');
  const found = inner ?? element;
  found?.scrollIntoView({ block: 'center' });
  found?.focus();
}
