import { Button, type ButtonProps, Checkbox, Radio, Tooltip } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useContext, useState } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { type ColumnLayout, type ColumnLayoutUpdate, type ListViews, sortByOrder } from '../data/list-settings.ts';
import { Icon } from './icon.tsx';
import { PopupButton } from './popup-button.tsx';
import { SaveView } from './saved-views.tsx';
import { setSetting, useSettings } from './settings.ts';
import { EmptyStateContext } from './states.tsx';

interface ColumnSettingsProps {
  /** All columns in default order; the first one is fixed. */
  columns: readonly { key: string; title: string }[];
  value: ColumnLayout;
  defaultLayout: ColumnLayout;
  /** Must call `change` immediately, with the latest arrangement. */
  onChange: (change: ColumnLayoutUpdate) => void;
}

/** Height of a row in pixels (`h-8`). A handle dragged this far passes its neighbour. */
const ROW_HEIGHT = 32;

const grabbable = 'cursor-grab touch-none active:cursor-grabbing';

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
    <div>
      <ul className="mt-0 mb-1 max-h-88 list-none overflow-auto p-0">
        {orderedColumns.map(({ key, title }, place) => (
          <li
            key={key}
            className={`flex h-8 min-w-50 items-center justify-between gap-4 ${dragState?.key === key ? 'bg-primary-ground' : ''}`}
          >
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
                className={`grid size-8 place-items-center rounded-sm border-0 bg-transparent p-0 text-muted ${grabbable}`}
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
      <span className="sr-only" role="status">
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

interface DataButtonsProps {
  onExport?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
}

export function DataButtons({ onImport, onExport }: DataButtonsProps) {
  const t = useTranslations();
  return (
    <>
      {onImport && (
        <Button type="text" className="px-2!" onClick={onImport}>
          {t('kit.import')}
        </Button>
      )}
      {onExport && (
        <Button type="text" className="px-2!" onClick={onExport}>
          {t('kit.export')}
        </Button>
      )}
    </>
  );
}

interface ListToolsProps extends DataButtonsProps {
  columns: { key: string; title: string }[];
  views: ListViews;
  onRefresh: () => void;
  refreshing: boolean;
  /** After the tools. */
  children?: ReactNode;
}

export function ListTools({ columns, views, onRefresh, refreshing, children, ...data }: ListToolsProps) {
  const t = useTranslations();
  return (
    <>
      <DataButtons {...data} />
      <PopupButton
        label={t('kit.display')}
        size="normal"
        className="px-2!"
        panel={(close) => <DisplaySettings columns={columns} views={views} onSaved={close} />}
      >
        <Icon name="sliders" />
        {t('kit.display')}
      </PopupButton>
      <ToolButton label={t('kit.refresh')} icon={<Icon name="reload" />} onClick={onRefresh} busy={refreshing} />
      {children}
    </>
  );
}

const displayTitle = 'm-0 mb-1 text-xs/5 font-normal text-muted';

function DisplaySettings({ columns, views, onSaved }: Pick<ListToolsProps, 'columns' | 'views'> & { onSaved: () => void }) {
  const t = useTranslations();
  const size = useSettings(({ tableSize }) => tableSize);
  return (
    <div className="grid max-h-[calc(100dvh-16px)] gap-3 overflow-auto rounded-lg bg-popup p-3 shadow-float">
      {/* cards have neither */}
      <section className="max-md:hidden">
        <h3 className={displayTitle}>{t('kit.density')}</h3>
        <Radio.Group
          block
          optionType="button"
          aria-label={t('kit.density')}
          value={size}
          options={(['default', 'middle', 'small'] as const).map((value) => ({ value, label: t(`kit.density.${value}`) }))}
          onChange={({ target }) => setSetting('tableSize', target.value)}
        />
      </section>
      <section className="max-md:hidden">
        <h3 className={displayTitle}>{t('kit.columns')}</h3>
        <ColumnSettings columns={columns} value={views.columns} defaultLayout={views.defaultLayout} onChange={views.arrange} />
      </section>
      <SaveView views={views} onSaved={onSaved} />
    </div>
  );
}

/** The primary action of a list. An empty list repeats it in the default style. */
export const PrimaryButton = (props: Omit<ButtonProps, 'type'>) => (
  <Button type={useContext(EmptyStateContext) ? 'default' : 'primary'} {...props} />
);

/** In a header on phones an icon. */
export function AddButton({ label, disabled = false, onClick }: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <PrimaryButton icon={<Icon name="plus" />} aria-label={label} disabled={disabled} onClick={onClick}>
      <span className="in-[header]:max-md:hidden">{label}</span>
    </PrimaryButton>
  );
}
