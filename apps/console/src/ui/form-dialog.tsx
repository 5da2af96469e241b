import { Form, type FormInstance, Modal, type ModalProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useUnsavedChanges } from '../data/unsaved-changes.ts';
import { focusField, focusFirstError, focusFirstInput, focusFirstInvalidInput, showApiError } from './form-validation.ts';
import { useFocusReturn } from './popup.tsx';

interface FormDialogProps<Values, Result> extends Pick<ModalProps, 'title' | 'okText' | 'okButtonProps' | 'cancelText' | 'width'> {
  form: FormInstance<Values>;
  /** Prefix of the field IDs. */
  name: string;
  initialValues?: Partial<Values>;
  requiredMark?: boolean;
  /** Field that gets the focus; default the first one. */
  initialFocus?: keyof Values & string;
  /** Sends the values. The dialog stays open until it resolves. */
  onSubmit: (values: Values) => Promise<Result>;
  /** Displays an error of `onSubmit`; default at the field that it names. */
  onError?: (error: unknown) => unknown;
  /** Once the dialog has closed, with the result of `onSubmit`, or without one if the user cancelled. */
  onClose: (result?: Result) => void;
  /** Below the form. */
  note?: ReactNode;
  children: ReactNode;
}

/** A dialog that is one form. A failed request keeps the input. */
export function FormDialog<Values, Result>(props: FormDialogProps<Values, Result>) {
  const { form, name, initialValues, requiredMark = true, initialFocus, onSubmit, onError, onClose, note, children, ...modal } = props;
  const [state, setState] = useState<'open' | 'busy' | 'closed'>('open');
  // a second Enter may come before the next render
  const isRunning = useRef(false);
  const result = useRef<Result>(undefined);
  const busy = state === 'busy';
  const [dirty, setDirty] = useState(false);
  useUnsavedChanges(dirty && state !== 'closed');
  useFocusReturn();
  const submit = async (values: Values) => {
    if (isRunning.current || modal.okButtonProps?.disabled || focusFirstInvalidInput(form)) return;
    isRunning.current = true;
    setState('busy');
    try {
      result.current = await onSubmit(values);
      setState('closed');
    } catch (error) {
      isRunning.current = false;
      setState('open');
      await (onError ? onError(error) : showApiError(form, error));
    }
  };
  return (
    <Modal
      open={state !== 'closed'}
      width={480}
      {...modal}
      confirmLoading={busy}
      cancelButtonProps={{ disabled: busy }}
      closable={{ disabled: busy }}
      onOk={form.submit}
      onCancel={() => setState((current) => (current === 'open' ? 'closed' : current))}
      // a menu that closes takes the focus back from a field with `autoFocus`
      afterOpenChange={(isOpen) =>
        isOpen && (initialFocus ? focusField(form, initialFocus) : focusFirstInput(document.getElementById(name)))
      }
      afterClose={() => onClose(result.current)}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        requiredMark={requiredMark}
        {...(initialValues && { initialValues })}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void submit(values)}
        onFinishFailed={(errors) => focusFirstError(form, errors)}
      >
        {children}
        {/* without it, Enter submits only a form of one input */}
        <button type="submit" hidden />
      </Form>
      {note}
    </Modal>
  );
}
