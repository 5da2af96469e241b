import { Alert, type AlertRef, Button, Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { type ReactNode, useCallback, useRef } from 'react';
import { currentLanguage, useTranslations } from '../data/i18n.ts';
import { shortcutOf } from '../data/platform.ts';
import { useIsNarrowScreen } from './breakpoint.ts';
import { focusFirstInput } from './form-validation.ts';
import { useFocusReturn } from './popup.tsx';

/** A dialog that is open while it is mounted. When it unmounts, its opener has the focus again. */
export function MountedModal(props: Omit<ModalProps, 'open'>) {
  useFocusReturn();
  return <Modal open {...props} />;
}

/** As `MountedModal`. */
export function MountedDrawer(props: Omit<DrawerProps, 'open'>) {
  useFocusReturn();
  return <Drawer open {...props} />;
}

const footerBar =
  'fixed right-0 bottom-0 z-9 flex min-h-14 w-[calc(100%-var(--sider,0px))] items-center justify-end gap-2 ' +
  'border-t border-line bg-surface px-(--gutter) py-2';

/** As wide as the window without the side menu. */
export function FooterBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="h-16" />
      <div data-testid="footer-bar" className={footerBar}>
        {children}
      </div>
    </>
  );
}

/** Text at the start of a footer; phones have no space for it. */
export const FooterHint = ({ children }: { children: ReactNode }) => (
  <span className="mr-auto text-xs text-muted max-md:hidden">{children}</span>
);

export const SaveHint = () => <FooterHint>{useTranslations()('kit.saveHint', { key: shortcutOf('S') })}</FooterHint>;

/** Buttons of a form, which share the width of phones. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <div data-form-footer className="flex grow items-center justify-end gap-2 max-md:[&_.ant-btn]:h-10! max-md:[&_.ant-btn]:flex-1!">
    {children}
  </div>
);

interface FormDrawerProps extends Omit<DrawerProps, 'footer' | 'onClose'> {
  /** At the start of the footer. */
  hint?: ReactNode;
  okText: string;
  /** The request of `onOk` is running. */
  busy: boolean;
  disabled?: boolean;
  onOk: () => void;
  /** Also the cancel button. */
  onClose: () => void;
}

/** Drawer with a form, or with another choice that its footer completes. */
export function FormDrawer({ hint, okText, busy, disabled = false, onOk, onClose, children, ...rest }: FormDrawerProps) {
  const t = useTranslations();
  const content = useRef<HTMLDivElement>(null);
  return (
    <MountedDrawer
      className="[&_.ant-form-horizontal_.ant-form-item-control]:min-w-0! [&_.ant-form-horizontal_.ant-form-item-row]:flex-nowrap!"
      footer={
        <FormFooter>
          {hint}
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={disabled} onClick={onOk}>
            {okText}
          </Button>
        </FormFooter>
      }
      onClose={onClose}
      // unless the user already works in it
      afterOpenChange={() => content.current?.contains(document.activeElement) || focusFirstInput(content.current)}
      {...rest}
    >
      <div ref={content} className="contents">
        {children}
      </div>
    </MountedDrawer>
  );
}

/** Prefix of field IDs, e.g. `manage-supplier-form`, with the record's key if several forms may be open. */
export const formName = (path: string, id?: number) => `${path}-form${id === undefined ? '' : `-${id}`}`.slice(1).replaceAll('/', '-');

/** English labels need more space. */
export const pageLabelWidth = () => (currentLanguage() === 'zh-CN' ? '120px' : '160px');

/** Layout of forms on pages: labels right-aligned before their inputs. In drawers, dialogs and on phones they are above. */
export function usePageFormLayout() {
  const isNarrow = useIsNarrowScreen();
  if (isNarrow) return { layout: 'vertical' as const };
  return { labelCol: { flex: pageLabelWidth() }, wrapperCol: { flex: 'auto' }, labelWrap: true };
}

const longFields = '[&>:has(textarea,[data-wide-field])]:col-span-full';
/** Wide inputs stay in the row of their labels. */
export const inLabelRow = '[&_.ant-form-item-horizontal_.ant-form-item-row]:flex-nowrap! [&_.ant-form-item-control]:min-w-0!';

/** Fields of a form on a page in two columns; long ones span both. */
export const formColumns = `grid grid-cols-1 gap-x-8 *:min-w-0 xl:grid-cols-2 ${longFields} ${inLabelRow}`;

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
      <SaveHint />
      <Button onClick={onLeave}>{t('kit.cancel')}</Button>
      <Button type="primary" loading={saving} disabled={!ready} onClick={onSave}>
        {t('kit.save')}
      </Button>
    </>
  );
}
