import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { PlainButton, type PlainButtonProps } from './plain-button.tsx';
import { Popup, type PopupProps } from './popup.tsx';

interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
  /** Whether the entry is selected, in a group with one selection. */
  selected?: boolean;
  current?: boolean;
  onClick: () => void;
}

/** Entries of a group; groups have a separator between them. */
export interface MenuGroup {
  title?: string;
  entries: MenuEntry[];
}

interface PopupMenuProps {
  label: string;
  groups: MenuGroup[];
  anchor: PopupProps['anchor'];
  onClose: () => void;
}

/** The first entry gets the focus. Arrow keys, Home and End move it, Enter selects, Tab and Escape close. */
export function PopupMenu({ label, groups, anchor, onClose }: PopupMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    entriesOf(list.current)[0]?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onClose();
    const entries = entriesOf(list.current);
    const currentIndex = entries.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: currentIndex + 1, ArrowUp: currentIndex - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  };
  const renderEntry = ({ key, label: text, icon, disabled, selected, current, onClick }: MenuEntry) => (
    <button
      key={key}
      type="button"
      tabIndex={-1}
      {...(selected === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': selected })}
      aria-current={current}
      aria-disabled={disabled}
      className={`${entryShape} ${disabled ? 'cursor-not-allowed' : 'cursor-pointer'} ${entryColours(current, disabled)}`}
      onClick={() => {
        if (disabled) return;
        onClose();
        onClick();
      }}
    >
      {icon}
      <span className="flex-auto">{text}</span>
      {selected && <Icon name="check" />}
    </button>
  );
  return (
    <Popup anchor={anchor} onClose={onClose}>
      <div ref={list} role="menu" tabIndex={-1} aria-label={label} className={menuShape} onKeyDown={onKeyDown}>
        {groups.map(({ title, entries }, index) => (
          <Fragment key={title ?? entries[0]?.key}>
            {index > 0 && <hr className="mx-0 my-1 h-px border-0 bg-line" />}
            {title ? (
              // biome-ignore lint/a11y/useSemanticElements: menus have groups; a fieldset belongs to a form
              <div role="group" aria-label={title}>
                <span className="block px-3 py-[5px] text-muted">{title}</span>
                {entries.map(renderEntry)}
              </div>
            ) : (
              entries.map(renderEntry)
            )}
          </Fragment>
        ))}
      </div>
    </Popup>
  );
}

const entriesOf = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

// in the style of antd's dropdown
const menuShape = 'm-0 max-h-[calc(100vh-100px)] max-w-[calc(100vw-16px)] overflow-auto rounded-lg bg-popup p-1 shadow-float outline-none!';
const entryShape =
  'flex w-full items-center gap-2 rounded-sm border-0 px-3 py-[5px] [font:inherit] text-start whitespace-nowrap transition-[background]';

function entryColours(current = false, disabled = false): string {
  if (current) return 'bg-primary-ground text-primary-ink';
  if (disabled) return 'bg-transparent text-disabled';
  return 'bg-transparent text-inherit hover:bg-hover-faint focus-visible:bg-hover-faint';
}

type PopupButtonProps = Omit<PlainButtonProps, 'onClick' | 'popover'> & {
  /** Names the button if it has no text, and the popup if it has no title. */
  label: string;
} & (
    | { menu: () => MenuGroup[] }
    /** Content instead of a menu; `close` closes it. */
    | { panel: (close: () => void) => ReactNode }
  );

/** The popup is created when it opens. */
export function PopupButton({ label, ...props }: PopupButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { menu, panel, ...button } = { menu: undefined, panel: undefined, ...props };
  return (
    <>
      <PlainButton
        variant="text"
        aria-label={label}
        {...button}
        ref={anchor}
        aria-expanded={open}
        aria-haspopup={menu ? 'menu' : 'dialog'}
        onClick={() => setOpen(!open)}
      />
      {open && menu && <PopupMenu label={label} groups={menu()} anchor={anchor} onClose={close} />}
      {open && panel && (
        <Popup anchor={anchor} label={button.title ?? label} onClose={close}>
          {panel(close)}
        </Popup>
      )}
    </>
  );
}
