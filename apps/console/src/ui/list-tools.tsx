import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { type ColumnLayout, type ColumnLayoutUpdate, type ListViews, sortByOrder } from '../data/list-settings.ts';
import { Icon } from './icon.tsx';
import { SaveView } from './saved-views.tsx';
import { setSetting, useSettings } from './settings.ts';
import './list.css';

interface ColumnSettingsProps {
  /** All columns in default order; the first one is fixed. */
  columns: readonly { key: string; title: string }[];
  value: ColumnLayout;
  defaultLayout: ColumnLayout;
  /** Must call `change` immediately, with the latest arrangement. */
  onChange: (change: ColumnLayoutUpdate) => void;
}

/** Height of a row in pixels, as in `list.css`. A handle dragged this far passes its neighbour. */
const ROW_HEIGHT = 32;

/** By drag handles or their Up and Down keys. */
export function ColumnSettings({ columns, value, defaultLayout, onChange }: ColumnSettingsProps) {
  const t = useTranslations();
  const [announcement, setAnnouncement] = useState('');
  const [dragState, setDragState] = useState<{ key: string; from: number }>();
  const orderedColumns = sortByOrder(columns, value.order);
  const move = (key: string, getTarget: (index: number) => number) =>
    onChange((latest) => {
      const keys = sortByOrder(columns, latest.order).map((column) => column.key);
      const to = getTarget(keys.indexOf(key));
      if (to < 1 || to >= keys.length) return latest;
      setAnnouncement(t('kit.column.moved', { name: columns.find((column) => column.key === key)?.title, place: to + 1 }));
      return { ...latest, order: keys.filter((other) => other !== key).toSpliced(to, 0, key) };
    });
  const setVisible = (key: string, isVisible: boolean) =>
    onChange((latest) => {
      const others = latest.hidden.filter((other) => other !== key);
      return { ...latest, hidden: isVisible ? others : [...others, key] };
    });
  const onKeyDown = (event: KeyboardEvent, key: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(key, (index) => index + step);
  };
  const onDragMove = ({ clientY }: PointerEvent, place: number) => {
    if (!dragState) return;
    const steps = Math.trunc((clientY - dragState.from) / ROW_HEIGHT);
    const to = Math.min(Math.max(place + steps, 1), orderedColumns.length - 1);
    if (to === place) return;
    move(dragState.key, () => to);
    setDragState({ ...dragState, from: dragState.from + (to - place) * ROW_HEIGHT });
  };
  return (
    <div className="column-settings">
      <ul>
        {orderedColumns.map(({ key, title }, place) => (
          <li key={key} className={dragState?.key === key ? 'column-dragged' : ''}>
            <Checkbox
              checked={place === 0 || !value.hidden.includes(key)}
              disabled={place === 0}
              onChange={({ target }) => setVisible(key, target.checked)}
            >
              {title}
            </Checkbox>
            {place > 0 && (
              <button
                type="button"
                className="column-handle"
                aria-label={t('kit.column.move', { name: title })}
                onKeyDown={(event) => onKeyDown(event, key)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragState({ key, from: event.clientY });
                }}
                onPointerMove={(event) => onDragMove(event, place)}
                onPointerUp={() => setDragState(undefined)}
                onPointerCancel={() => setDragState(undefined)}
              >
                <Icon name="drag" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <Button
        size="small"
        type="link"
        disabled={value.order.length === 0 && value.hidden.toSorted().join() === defaultLayout.hidden.toSorted().join()}
        onClick={() => onChange(() => defaultLayout)}
      >
        {t('kit.reset')}
      </Button>
      <span className="unseen" role="status">
        {announcement}
      </span>
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  busy?: boolean;
}

export function ToolButton({ label, icon, onClick, busy = false, ...rest }: ToolButtonProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={icon} loading={busy} {...(onClick && { onClick })} {...rest} />
    </Tooltip>
  );
}

interface ListToolsProps {
  columns: { key: string; title: string }[];
  views: ListViews;
  onRefresh: () => void;
  refreshing: boolean;
  onExport?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
}

export function ListTools({ columns, views, onRefresh, refreshing, onExport, onImport }: ListToolsProps) {
  const t = useTranslations();
  const size = useSettings(({ tableSize }) => tableSize);
  const densities = (['default', 'middle', 'small'] as const).map((key) => ({
    key,
    label: t(`kit.density.${key}`),
    onClick: () => setSetting('tableSize', key),
  }));
  return (
    <>
      {onImport && <ToolButton label={t('kit.import')} icon={<Icon name="upload" />} onClick={onImport} />}
      {onExport && <ToolButton label={t('kit.export')} icon={<Icon name="download" />} onClick={onExport} />}
      <SaveView views={views} />
      <span className="wide-only">
        <Dropdown trigger={['click']} menu={{ items: densities, selectable: true, selectedKeys: [size] }}>
          <Button type="text" aria-label={t('kit.density')} title={t('kit.density')} icon={<Icon name="density" />} />
        </Dropdown>
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('kit.columns')}
          content={<ColumnSettings columns={columns} value={views.columns} defaultLayout={views.defaultLayout} onChange={views.arrange} />}
        >
          <Button type="text" aria-label={t('kit.columns')} title={t('kit.columns')} icon={<Icon name="columns" />} />
        </Popover>
      </span>
      <ToolButton label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={onRefresh} busy={refreshing} />
    </>
  );
}
