import { Button, Dropdown, Form, Input, Popover } from 'antd';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '../data/i18n.ts';
import { type ListViews, MAX_VIEWS, type SavedView } from '../data/list-settings.ts';
import { shellServices } from '../data/shell-services.ts';
import { Icon } from './icon.tsx';
import './list.css';

interface ViewNameFormProps {
  name?: string | undefined;
  existingNames: readonly string[];
  /** Otherwise a note says that the view is replaced. */
  rejectsExisting?: boolean;
  onName: (name: string) => void;
}

function ViewNameForm({ name, existingNames, rejectsExisting = false, onName }: ViewNameFormProps) {
  const t = useTranslations();
  const [form] = Form.useForm<{ viewName: string }>();
  const enteredName = Form.useWatch('viewName', form)?.trim() ?? '';
  const isExisting = enteredName !== name && existingNames.includes(enteredName);
  return (
    <Form
      form={form}
      name="view-name"
      layout="vertical"
      className="view-name"
      requiredMark={false}
      initialValues={{ viewName: name }}
      onFinish={({ viewName }) => {
        if (!(rejectsExisting && isExisting)) onName(viewName.trim());
      }}
    >
      <Form.Item
        name="viewName"
        label={t('kit.view.name')}
        rules={[{ required: true, whitespace: true, message: t('kit.view.nameNeeded') }]}
        validateTrigger="onSubmit"
        extra={isExisting ? t(rejectsExisting ? 'kit.view.taken' : 'kit.view.replaces') : t('kit.view.hint')}
      >
        <Input maxLength={20} autoFocus autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t('kit.save')}
      </Button>
    </Form>
  );
}

export function SavedViews({ views: listViews }: { views: ListViews }) {
  const t = useTranslations();
  const { views, first, open, changed, openView } = listViews;
  if (views.length === 0) return null;
  /** A plain click opens the view here; clicks with a modifier are left to the browser. */
  const openOnClick = (view: SavedView | undefined) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openView(view);
  };
  return (
    <nav className="views" aria-label={t('kit.views')}>
      <ul>
        <li className={open ? '' : 'view-open'}>
          <Link to="?" aria-current={open ? undefined : 'page'} onClick={openOnClick(undefined)}>
            {t('kit.view.all')}
          </Link>
        </li>
        {views.map((view) => (
          <li key={view.name} className={view === open ? 'view-open' : ''}>
            <Link to={`?${new URLSearchParams(view.query)}`} aria-current={view === open ? 'page' : undefined} onClick={openOnClick(view)}>
              {view.name}
              {view.name === first && <Icon name="home" className="view-first" />}
              {view === open && changed && <span className="view-changed">{t('kit.view.changed')}</span>}
            </Link>
            {view === open && <ViewMenu view={view} listViews={listViews} />}
          </li>
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

function ViewMenu({ view: { name }, listViews }: { view: SavedView; listViews: ListViews }) {
  const t = useTranslations();
  const [isNaming, setIsNaming] = useState(false);
  const isFirst = listViews.first === name;
  return (
    <Popover
      open={isNaming}
      onOpenChange={(isOpen) => !isOpen && setIsNaming(false)}
      trigger="click"
      destroyOnHidden
      title={t('kit.view.rename')}
      content={
        <ViewNameForm
          name={name}
          existingNames={listViews.views.map((view) => view.name)}
          rejectsExisting
          onName={(to) => {
            listViews.rename(name, to);
            setIsNaming(false);
          }}
        />
      }
    >
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: t('kit.view.rename'), onClick: () => setIsNaming(true) },
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
                listViews.remove(name);
                listViews.openView(undefined);
              },
            },
          ],
        }}
      >
        <Button type="text" size="small" aria-label={t('kit.view.moreOf', { name })} icon={<Icon name="down" />} />
      </Dropdown>
    </Popover>
  );
}

export function SaveView({ views: listViews }: { views: ListViews }) {
  const t = useTranslations();
  const [isNaming, setIsNaming] = useState(false);
  const names = listViews.views.map(({ name }) => name);
  return (
    <Popover
      open={isNaming}
      onOpenChange={setIsNaming}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title={t('kit.view.save')}
      content={
        <ViewNameForm
          existingNames={names}
          onName={(name) => {
            if (names.length >= MAX_VIEWS && !names.includes(name))
              return shellServices.notify('warning', t('kit.view.full', { max: MAX_VIEWS }));
            listViews.save(name);
            setIsNaming(false);
            shellServices.notify('success', t('kit.view.saved'));
          }}
        />
      }
    >
      <Button type="text" aria-label={t('kit.view.save')} title={t('kit.view.save')} icon={<Icon name="bookmark" />} />
    </Popover>
  );
}
