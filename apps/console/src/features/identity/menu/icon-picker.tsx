import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { iconOf, menuIconNames } from '../../../ui/menu-icons.ts';

interface IconPickerProps {
  id?: string;
  value?: string;
  onChange?: (name: string | undefined) => void;
}

/** Selects one of the bundled icons, visually or by part of its name. */
export function IconPicker({ id, value, onChange }: IconPickerProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = value && value !== '#' ? value : undefined;
  const found = menuIconNames.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const choose = (name: string | undefined) => {
    onChange?.(name);
    setOpen(false);
  };
  return (
    <div className="icon-chosen">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        content={
          <div className="icon-picker">
            <Input
              allowClear
              autoFocus
              aria-label={t('system.menu.iconFind')}
              placeholder={t('system.menu.iconFind')}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onPressEnter={(event) => {
                event.preventDefault();
                if (found[0]) choose(found[0]);
              }}
            />
            {found.length === 0 ? (
              <p className="none">{t('system.menu.iconNone')}</p>
            ) : (
              <ul>
                {found.map((name) => (
                  <li key={name}>
                    <button type="button" aria-pressed={name === chosen} title={name} onClick={() => choose(name)}>
                      <Icon name={iconOf(name)} />
                      <span>{name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        }
      >
        <Button
          {...(id && { id })}
          aria-expanded={open}
          aria-label={`${t('system.menu.iconChoose')} ${chosen ?? ''}`}
          icon={chosen && <Icon name={iconOf(chosen)} />}
        >
          {chosen ?? t('system.menu.iconChoose')}
        </Button>
      </Popover>
      {chosen && <Tool label={t('system.menu.iconClear')} icon={<Icon name="close" />} onClick={() => choose('#')} />}
    </div>
  );
}
