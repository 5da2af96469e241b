import { Button, Dropdown, Popover } from 'antd';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { hosts } from '../data/hosts.ts';
import { type ListViews, MAX_VIEWS, type SavedView } from '../data/list-settings.ts';
import { useWords } from '../data/words.ts';
import { Icon } from './icon.tsx';
import { ViewName } from './view-name.tsx';
import './list.css';

export function SavedViews({ views: kept }: { views: ListViews }) {
  const t = useWords();
  const { views, first, open, changed, go } = kept;
  if (views.length === 0) return null;
  /** A plain click opens the view here; clicks with a modifier are left to the browser. */
  const opening = (view: SavedView | undefined) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(view);
  };
  return (
    <nav className="views" aria-label={t('kit.views')}>
      <ul>
        <li className={open ? '' : 'view-open'}>
          <Link to="?" aria-current={open ? undefined : 'page'} onClick={opening(undefined)}>
            {t('kit.view.all')}
          </Link>
        </li>
        {views.map((view) => (
          <li key={view.name} className={view === open ? 'view-open' : ''}>
            <Link to={`?${new URLSearchParams(view.query)}`} aria-current={view === open ? 'page' : undefined} onClick={opening(view)}>
              {view.name}
              {view.name === first && <Icon name="home" className="view-first" />}
              {view === open && changed && <span className="view-changed">{t('kit.view.changed')}</span>}
            </Link>
            {view === open && <ViewMenu view={view} kept={kept} />}
          </li>
        ))}
      </ul>
      {open && changed && (
        <Button type="link" size="small" onClick={() => kept.save(open.name)}>
          {t('kit.view.saveChange')}
        </Button>
      )}
    </nav>
  );
}

function ViewMenu({ view: { name }, kept }: { view: SavedView; kept: ListViews }) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const isFirst = kept.first === name;
  return (
    <Popover
      open={naming}
      onOpenChange={(wanted) => !wanted && setNaming(false)}
      trigger="click"
      destroyOnHidden
      title={t('kit.view.rename')}
      content={
        <ViewName
          name={name}
          taken={kept.views.map((view) => view.name)}
          refuseTaken
          onName={(to) => {
            kept.rename(name, to);
            setNaming(false);
          }}
        />
      }
    >
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: t('kit.view.rename'), onClick: () => setNaming(true) },
            {
              key: 'first',
              label: t(isFirst ? 'kit.view.firstOff' : 'kit.view.first'),
              onClick: () => kept.setFirst(isFirst ? undefined : name),
            },
            {
              key: 'remove',
              label: t('kit.view.remove'),
              danger: true,
              onClick: () => {
                kept.remove(name);
                kept.go(undefined);
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

export function SaveView({ views: kept }: { views: ListViews }) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const names = kept.views.map(({ name }) => name);
  return (
    <Popover
      open={naming}
      onOpenChange={setNaming}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title={t('kit.view.save')}
      content={
        <ViewName
          taken={names}
          onName={(name) => {
            if (names.length >= MAX_VIEWS && !names.includes(name)) return hosts.tell('warning', t('kit.view.full', { max: MAX_VIEWS }));
            kept.save(name);
            setNaming(false);
            hosts.tell('success', t('kit.view.saved'));
          }}
        />
      }
    >
      <Button type="text" aria-label={t('kit.view.save')} title={t('kit.view.save')} icon={<Icon name="bookmark" />} />
    </Popover>
  );
}
