import { menus, pathProblem } from '@suyuan/contract';
import { Button, Form, Popover } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { iconOf, menuIconNames } from '../../../ui/menu-icons.ts';
import { ClearableInput } from '../../../ui/select.tsx';
import { ParentField, useTreeRows } from '../../../ui/tree-page.tsx';
import { type MenuRow, menuUrl, translatedMenuName } from './menu-names.ts';

interface IconPickerProps {
  id?: string;
  value?: string;
  onChange?: (name: string | undefined) => void;
}

/** Selects one of the bundled icons, visually or by part of its name. */
function IconPicker({ id, value, onChange }: IconPickerProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  const selectedIcon = value && value !== '#' ? value : undefined;
  const matches = menuIconNames.filter((name) => name.toLowerCase().includes(searchText.trim().toLowerCase()));
  const opener = useRef<HTMLButtonElement>(null);
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    if (!next) opener.current?.focus();
  };
  const selectIcon = (name: string | undefined) => {
    onChange?.(name);
    onOpenChange(false);
  };
  return (
    <div className="flex gap-1">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={onOpenChange}
        content={
          <div className="w-86 max-w-[calc(100vw-64px)]">
            <ClearableInput
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
              <p className="text-muted">{t('system.menu.iconNone')}</p>
            ) : (
              <ul className="mt-3 mb-0 grid max-h-66 list-none grid-cols-[repeat(auto-fill,minmax(80px,1fr))] gap-1 overflow-auto p-0">
                {matches.map((name) => (
                  <li key={name}>
                    <IconOption name={name} pressed={name === selectedIcon} onClick={() => selectIcon(name)} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        }
      >
        <Button
          ref={opener}
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

function IconOption({ name, pressed, onClick }: { name: string; pressed: boolean; onClick: () => void }) {
  const look = pressed ? 'border-primary-line bg-primary-ground' : 'border-transparent bg-transparent hover:bg-hover';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={name}
      className={`flex w-full cursor-pointer flex-col items-center gap-1 rounded border px-1 py-2 text-xs/4 text-inherit ${look}`}
      onClick={onClick}
    >
      <Icon name={iconOf(name)} />
      <span className="max-w-full truncate">{name}</span>
    </button>
  );
}

type Values = Partial<Pick<MenuRow, 'menuName' | 'menuType' | 'parentId' | 'path' | 'isFrame' | 'perms' | 'query'>>;

const PreviewLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 py-1 wrap-anywhere">
    <span className="text-muted">{label}</span>
    {children}
  </div>
);

function MenuPreview() {
  const t = useTranslations();
  const rows = useTreeRows(menus);
  const form = Form.useFormInstance();
  const values = (Form.useWatch((all: Values) => all, form) ?? {}) as Values;
  const { menuName = '', menuType = 'M', parentId = 0, path = '', isFrame = '1', perms } = values;
  const displayedName = translatedMenuName({ menuId: 0, menuName, menuType, parentId, path: path.trim(), perms: perms ?? '' }, rows, t);
  const problem = path ? pathProblem({ menuType, isFrame, path: path.trim() }) : undefined;
  const permissions = (perms ?? '').split(',').filter((one) => one.trim());
  return (
    <section className="mb-6 rounded border border-line bg-fill px-4 py-3" aria-label={t('system.menu.preview')} aria-live="polite">
      {displayedName !== menuName && <PreviewLine label={t('system.menu.previewName')}>{displayedName}</PreviewLine>}
      {menuType !== 'F' && (
        <PreviewLine label={t('system.menu.previewPath')}>
          {problem ? (
            <em className="text-danger not-italic">{t(`problem.${problem}`, { path, placeholder: '{host}' })}</em>
          ) : (
            <span>
              <CopyableText copyable={false}>{path ? menuUrl(rows, parentId, path.trim()) : '…'}</CopyableText>
              {isFrame === '0' && <span className="text-muted"> {t('system.menu.previewLink')}</span>}
            </span>
          )}
        </PreviewLine>
      )}
      {menuType !== 'M' && (
        <PreviewLine label={t('system.menu.previewPerms')}>
          {permissions.length > 0 ? (
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {permissions.map((one) => (
                <CopyableText key={one} copyable={false}>
                  {one.trim()}
                </CopyableText>
              ))}
            </span>
          ) : (
            <span className="text-muted">{t('system.menu.previewNoPerms')}</span>
          )}
        </PreviewLine>
      )}
    </section>
  );
}

/** Fields depend on the menu type: a directory has no page, a button has no path. */
export function MenuFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const type = (Form.useWatch('menuType', form) ?? 'M') as MenuRow['menuType'];
  const validatePath = (input: unknown) => {
    const [path, isFrame] = [String(input ?? '').trim(), form.getFieldValue('isFrame') ?? '1'];
    const problem = pathProblem({ menuType: type, isFrame, path });
    return problem && t(`problem.${problem}`, { path, placeholder: '{host}' });
  };
  const [isPage, isButton] = [type === 'C', type === 'F'];
  return (
    <>
      <MenuPreview />
      <FormFields
        of={menus}
        fieldProps={{
          parentId: (
            <ParentField
              of={menus}
              name="parentId"
              label="menuName"
              nameOf={(row, rows) => translatedMenuName(row, rows, t)}
              isParent={({ menuType }) => menuType !== 'F'}
              showsOwnBranch
              treeDefaultExpandAll={false}
              treeDefaultExpandedKeys={[0]}
            />
          ),
          menuType: { radio: true, inputProps: { optionType: 'button' }, extra: t(`system.menu.menuTypeHint.${type}`) },
          icon: !isButton && { extra: null, control: <IconPicker /> },
          path: !isButton && { required: true, validate: validatePath, dependencies: ['isFrame'] },
          component: isPage && {},
          perms: type !== 'M' && {},
          isFrame: !isButton && { radio: true },
          routeName: isPage && {},
          query: isPage && {},
          isCache: isPage && { radio: true },
          visible: !isButton && { radio: true, extra: t('system.menu.visibleHint') },
          status: { radio: true, extra: t('system.menu.statusHint') },
          remark: hasExtension('menuRemarks') && { inputProps: { rows: 2 } },
        }}
      />
    </>
  );
}
