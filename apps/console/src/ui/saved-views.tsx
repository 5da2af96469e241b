import { Button, Form, Input } from 'antd';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { type ListViews, MAX_VIEWS, type SavedView } from '../data/list-settings.ts';
import { shellServices } from '../data/shell-services.ts';
import { FormDialog } from './form-dialog.tsx';
import { Icon } from './icon.tsx';
import { ButtonMenu } from './more-menu.tsx';

interface ViewName {
  viewName: string;
}

function ViewNameField({ taken, hint }: { /** Rejects these names. */ taken?: readonly string[]; hint?: string }) {
  const t = useTranslations();
  return (
    <Form.Item
      name="viewName"
      label={t('kit.view.name')}
      rules={[
        { required: true, whitespace: true, message: t('kit.view.nameNeeded') },
        { validator: async (_, name: string) => taken?.includes(name?.trim()) && Promise.reject(new Error(t('kit.view.taken'))) },
      ]}
      validateTrigger="onSubmit"
      className="mb-3! [&_.ant-form-item-extra]:mt-1!"
      extra={hint}
    >
      <Input maxLength={20} autoFocus autoComplete="off" />
    </Form.Item>
  );
}

export function SavedViews({ views: listViews }: { views: ListViews }) {
  const t = useTranslations();
  const { views, first, open, changed, openView } = listViews;
  const nav = useRef<HTMLElement>(null);
  // renaming or removing a view removes its menu with the focus
  const isFocusLost = useRef(false);
  useEffect(() => {
    // the last view takes the tabs with it
    if (isFocusLost.current) (nav.current?.querySelector<HTMLElement>('[aria-current=page]') ?? document.querySelector('main'))?.focus();
    isFocusLost.current = false;
  });
  const onFocusLost = () => {
    isFocusLost.current = true;
  };
  if (views.length === 0) return null;
  /** A plain click opens the view here; clicks with a modifier are left to the browser. */
  const openOnClick = (view: SavedView | undefined) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openView(view);
  };
  return (
    <nav ref={nav} className="-mt-1 mb-3 flex items-center gap-3 border-b border-line" aria-label={t('kit.views')}>
      <ul className="mt-0 -mb-px flex list-none gap-x-6 gap-y-1 overflow-x-auto p-0 [scrollbar-width:none]">
        <ViewTab isOpen={!open} to="?" onClick={openOnClick(undefined)}>
          {t('kit.view.all')}
        </ViewTab>
        {views.map((view) => (
          <ViewTab
            key={view.name}
            isOpen={view === open}
            to={`?${new URLSearchParams(view.query)}`}
            onClick={openOnClick(view)}
            menu={view === open && <ViewMenu view={view} listViews={listViews} onFocusLost={onFocusLost} />}
          >
            {view.name}
            {view.name === first && <Icon name="home" className="text-xs" />}
            {view === open && changed && <span className="text-xs text-muted">{t('kit.view.changed')}</span>}
          </ViewTab>
        ))}
      </ul>
      {open && changed && (
        <Button type="link" size="small" onClick={() => listViews.save(open.name)}>
          {t('kit.view.saveChange')}
        </Button>
      )}
    </nav>
  );
}

function ViewTab({ isOpen, menu, ...link }: LinkProps & { isOpen: boolean; menu?: ReactNode }) {
  return (
    <li className={`flex flex-none items-center border-b-2 ${isOpen ? 'border-(--link)' : 'border-transparent'}`}>
      <Link
        {...link}
        aria-current={isOpen ? 'page' : undefined}
        className={`flex items-center gap-1 py-2 no-underline ${isOpen ? 'text-(--link)!' : 'text-ink! hover:text-(--link)!'}`}
      />
      {menu}
    </li>
  );
}

function ViewMenu({ view: { name }, listViews, onFocusLost }: { view: SavedView; listViews: ListViews; onFocusLost: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<ViewName>();
  const [isRenaming, setRenaming] = useState(false);
  const isFirst = listViews.first === name;
  const close = (newName?: string) => {
    setRenaming(false);
    if (newName === undefined || newName === name) return;
    onFocusLost();
    listViews.rename(name, newName);
  };
  return (
    <>
      <ButtonMenu
        menu={{
          items: [
            { key: 'rename', label: t('kit.view.rename'), onClick: () => setRenaming(true) },
            {
              key: 'first',
              label: t(isFirst ? 'kit.view.firstOff' : 'kit.view.first'),
              onClick: () => listViews.setFirst(isFirst ? undefined : name),
            },
            {
              key: 'remove',
              label: t('kit.view.remove'),
              danger: true,
              onClick: () => {
                onFocusLost();
                listViews.remove(name);
                listViews.openView(undefined);
              },
            },
          ],
        }}
        type="text"
        size="small"
        aria-label={t('kit.view.moreOf', { name })}
        icon={<Icon name="down" />}
      />
      {isRenaming && (
        <FormDialog
          form={form}
          name="view-rename"
          title={t('kit.view.rename')}
          okText={t('kit.save')}
          width={360}
          requiredMark={false}
          initialValues={{ viewName: name }}
          initialFocus="viewName"
          onSubmit={async ({ viewName }) => viewName.trim()}
          onClose={close}
        >
          <ViewNameField taken={listViews.views.map((view) => view.name).filter((other) => other !== name)} />
        </FormDialog>
      )}
    </>
  );
}

export function SaveView({ views: listViews, onSaved }: { views: ListViews; onSaved: () => void }) {
  const t = useTranslations();
  const [isNaming, setIsNaming] = useState(false);
  const [form] = Form.useForm<ViewName>();
  const enteredName = Form.useWatch('viewName', form)?.trim() ?? '';
  const names = listViews.views.map(({ name }) => name);
  if (!isNaming)
    return (
      <Button icon={<Icon name="bookmark" />} onClick={() => setIsNaming(true)}>
        {t('kit.view.save')}
      </Button>
    );
  const save = ({ viewName }: ViewName) => {
    const name = viewName.trim();
    if (names.length >= MAX_VIEWS && !names.includes(name)) return shellServices.notify('warning', t('kit.view.full', { max: MAX_VIEWS }));
    listViews.save(name);
    onSaved();
    shellServices.notify('success', t('kit.view.saved'));
  };
  return (
    <Form form={form} name="view-name" layout="vertical" className="w-70" requiredMark={false} onFinish={save}>
      <ViewNameField hint={t(names.includes(enteredName) ? 'kit.view.replaces' : 'kit.view.hint')} />
      <Button type="primary" htmlType="submit">
        {t('kit.save')}
      </Button>
    </Form>
  );
}
