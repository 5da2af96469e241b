import { Alert, type AlertRef, Button, Modal } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { currentLanguage, useTranslations } from '../data/i18n.ts';

/** As wide as the window without the side menu. */
export function FooterBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="footer-bar-room" />
      <div className="footer-bar">{children}</div>
    </>
  );
}

/** Prefix of field IDs, e.g. `manage-supplier-form`, with the record's key if several forms may be open. */
export const formName = (path: string, id?: number) => `${path}-form${id === undefined ? '' : `-${id}`}`.slice(1).replaceAll('/', '-');

/** English labels need more space. */
export const labelWidth = () => (currentLanguage() === 'zh-CN' ? '112px' : '136px');

/** Scrolls into view, because the save button is at the end of the form. */
export function StaleRecord({ onLoad }: { onLoad: () => void }) {
  const t = useTranslations();
  const scrollIntoView = useCallback((alert: AlertRef | null) => alert?.nativeElement.scrollIntoView({ block: 'center' }), []);
  return (
    <Alert
      ref={scrollIntoView}
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
  const t = useTranslations();
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

/** Returns the function that opens the confirmation, and the element to render. */
export function useLeaveConfirm() {
  const t = useTranslations();
  const [modal, contextHolder] = Modal.useModal();
  const confirmLeave = (onLeave: () => void) =>
    void modal.confirm({
      title: t('kit.unsavedAsk'),
      content: t('kit.unsavedHint'),
      okText: t('kit.discard'),
      cancelText: t('kit.goOnEditing'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: onLeave,
    });
  return [confirmLeave, contextHolder] as const;
}
