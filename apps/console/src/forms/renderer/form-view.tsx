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

/** Narrower than this, labels stand above their fields and columns below each other. */
const NARROW = 576;

/** What a page may ask of a form that it shows. */
export interface FormHandle {
  /** The answers to send; undefined where something is wrong, which is shown and has the focus then. */
  finish(): Answers | undefined;
  /** As `finish`, but what is required may still be missing. */
  draft(): Answers | undefined;
  reset(): void;
  /** Lays values over the form, e.g. what was filled in before. */
  fill(values: Answers): void;
  /** Shows refusals of the server at their fields, by keys of paths such as `items.2.price`. */
  refuse(refusals: Record<string, string>): void;
}

interface FormViewProps {
  doc: FormDoc;
  /** What it begins with, over the defaults of its author. */
  values?: Answers | undefined;
  /** Answers that passed every rule. Without it the form has no buttons of its own. */
  onSubmit?: ((answers: Answers) => unknown) | undefined;
  /** At each change: answers as they stand. */
  onChange?: ((answers: Answers) => void) | undefined;
  disabled?: boolean;
  /** Stands within a form of the page, which sends it. */
  inside?: boolean;
  own?: Filling['own'];
  handle?: Ref<FormHandle>;
}

/** A designed form as its users fill it in: layout, rules, options, files, judged by the very function that the server judges by. */
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
    // once what holds it has opened
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

/** The control of an id, or the first one within the group of that id. */
function focusField(id: string) {
  const element = document.getElementById(id);
  const inner = element?.matches('input, textarea, button, select')
    ? element
    : element?.querySelector<HTMLElement>('input, button, [tabindex]');
  const found = inner ?? element;
  found?.scrollIntoView({ block: 'center' });
  found?.focus();
}
