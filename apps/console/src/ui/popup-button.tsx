import { type ReactNode, useRef, useState } from 'react';
import { PlainButton, type PlainButtonProps } from './plain-button.tsx';
import { Popup } from './popup.tsx';
import { type MenuGroup, PopupMenu } from './popup-menu.tsx';

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
