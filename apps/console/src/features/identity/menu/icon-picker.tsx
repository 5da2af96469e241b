import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { iconOf, menuIconNames } from '../../../ui/menu-icons.ts';

interface IconPickerProps {
  id?: string;
  value?: string;
  onChange?: (name: string | undefined) => void;
}

/** Selects one of the bundled icons, visually or by part of its name. */
export function IconPicker({ id, value, onChange }: IconPickerProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  const selectedIcon = value && value !== '#' ? value : undefined;
  const matches = menuIconNames.filter((name) => name.toLowerCase().includes(searchText.trim().toLowerCase()));
  const selectIcon = (name: string | undefined) => {
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
              value={searchText}
              onChange={({ target }) => setSearchText(target.value)}
              onPressEnter={(event) => {
                event.preventDefault();
                if (matches[0]) selectIcon(matches[0]);
              }}
            />
            {matches.length === 0 ? (
              <p className="none">{t('system.menu.iconNone')}</p>
            ) : (
              <ul>
                {matches.map((name) => (
                  <li key={name}>
                    <button type="button" aria-pressed={name === selectedIcon} title={name} onClick={() => selectIcon(name)}>
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
          aria-label={`${t('system.menu.iconChoose')} ${selectedIcon ?? ''}`}
          icon={selectedIcon && <Icon name={iconOf(selectedIcon)} />}
        >
          {selectedIcon ?? t('system.menu.iconChoose')}
        </Button>
      </Popover>
      {selectedIcon && <ToolButton label={t('system.menu.iconClear')} icon={<Icon name="close" />} onClick={() => selectIcon('#')} />}
    </div>
  );
}
