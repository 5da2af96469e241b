import { Alert, type AlertRef, Button, Modal } from 'antd';
import { useCallback } from 'react';
import { currentLanguage, useWords } from '../data/words.ts';

/** What the ids of a form's fields begin with: `manage-supplier-form`, and the record where several may be open. */
export const formName = (path: string, id?: number) => `${path}-form${id === undefined ? '' : `-${id}`}`.slice(1).replaceAll('/', '-');

/** Pixels of a label's column in a drawer: English needs more. */
export const labelWidth = () => (currentLanguage() === 'zh-CN' ? '112px' : '136px');

/** Somebody else saved the record meanwhile. It stands above the form and is seen from its end too, where one saves. */
export function StaleRecord({ onLoad }: { onLoad: () => void }) {
  const t = useWords();
  const place = useCallback((alert: AlertRef | null) => alert?.nativeElement.scrollIntoView({ block: 'center' }), []);
  return (
    <Alert
      ref={place}
      type="warning"
      showIcon
      title={t('problem.recordStale')}
      style={{ marginBottom: 16 }}
      action={
        <Button size="small" onClick={onLoad}>
          {t('kit.loadLatest')}
        </Button>
      }
    />
  );
}

/** The end of a form: how to save by the keys, the way out, and the way on. */
export function SaveButtons({
  saving,
  ready,
  onSave,
  onLeave,
}: {
  saving: boolean;
  ready: boolean;
  onSave: () => void;
  onLeave: () => void;
}) {
  const t = useWords();
  return (
    <>
      <span className="form-hint">{t('kit.saveHint')}</span>
      <Button onClick={onLeave}>{t('kit.cancel')}</Button>
      <Button type="primary" loading={saving} disabled={!ready} onClick={onSave}>
        {t('kit.save')}
      </Button>
    </>
  );
}

/** Asks before what was typed is lost: a function that asks and then goes on, and the place where it asks. */
export function useLeaveQuestion() {
  const t = useWords();
  const [modal, holder] = Modal.useModal();
  const ask = (onLeave: () => void) =>
    void modal.confirm({
      title: t('kit.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('kit.discard'),
      cancelText: t('kit.goOnEditing'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: onLeave,
    });
  return [ask, holder] as const;
}
