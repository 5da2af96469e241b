import { MENU_TYPES, menus, pathProblem } from '@suyuan/contract';
import { Button, Form, Input, Popover, Radio } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { iconOf, menuIconNames } from '../../../ui/menu-icons.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { branchOf, type MenuRow, menuUrl } from './menu-rows.tsx';

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

type Values = Partial<Pick<MenuRow, 'menuType' | 'parentId' | 'path' | 'isFrame' | 'perms' | 'query'>>;

function MenuPreview({ rows }: { rows: readonly MenuRow[] }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const values = (Form.useWatch((all: Values) => all, form) ?? {}) as Values;
  const { menuType = 'M', parentId = 0, path = '', isFrame = '1', perms } = values;
  const problem = path ? pathProblem({ menuType, isFrame, path: path.trim() }) : undefined;
  const permissions = (perms ?? '').split(',').filter((one) => one.trim());
  return (
    <section className="menu-preview" aria-label={t('system.menu.preview')} aria-live="polite">
      {menuType !== 'F' && (
        <div>
          <span>{t('system.menu.previewPath')}</span>
          {problem ? (
            <em>{t(`problem.${problem}`, { path, placeholder: '{host}' })}</em>
          ) : (
            <span>
              <CopyableText copyable={false}>{path ? menuUrl(rows, parentId, path.trim()) : '…'}</CopyableText>
              {isFrame === '0' && <span className="none"> {t('system.menu.previewLink')}</span>}
            </span>
          )}
        </div>
      )}
      {menuType !== 'M' && (
        <div>
          <span>{t('system.menu.previewPerms')}</span>
          {permissions.length > 0 ? (
            <span className="menu-preview-perms">
              {permissions.map((one) => (
                <CopyableText key={one} copyable={false}>
                  {one.trim()}
                </CopyableText>
              ))}
            </span>
          ) : (
            <span className="none">{t('system.menu.previewNoPerms')}</span>
          )}
        </div>
      )}
    </section>
  );
}

/** Fields depend on the menu type: a directory has no page, a button has no path. */
export function MenuFields({ rows, editing }: { rows: readonly MenuRow[]; editing: number | undefined }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const type = (Form.useWatch('menuType', form) ?? 'M') as MenuRow['menuType'];
  const flags = (field: 'isFrame' | 'isCache' | 'visible' | 'status') =>
    (['0', '1'] as const).map((value) => ({ value, label: t(`system.menu.${field}.${value}`) }));
  const validatePath = (input: unknown) => {
    const [path, isFrame] = [String(input ?? '').trim(), form.getFieldValue('isFrame') ?? '1'];
    const problem = pathProblem({ menuType: type, isFrame, path });
    return problem && t(`problem.${problem}`, { path, placeholder: '{host}' });
  };
  const ownBranch = editing === undefined ? new Set<number>() : branchOf(rows, editing);
  const parents = [
    { menuId: 0, parentId: -1, menuName: t('system.menu.root') },
    ...rows.filter(({ menuType }) => menuType !== 'F').map(({ menuId, parentId, menuName }) => ({ menuId, parentId, menuName })),
  ];
  return (
    <>
      <MenuPreview rows={rows} />
      <Field of={menus} name="parentId">
        <TreeSelect
          rows={parents}
          names={{ id: 'menuId', parentId: 'parentId', label: 'menuName' }}
          disabled={({ menuId }) => ownBranch.has(menuId)}
          treeDefaultExpandAll={false}
          treeDefaultExpandedKeys={[0]}
        />
      </Field>
      <Field of={menus} name="menuType" extra={t(`system.menu.menuTypeHint.${type}`)}>
        <Radio.Group optionType="button" options={MENU_TYPES.map((value) => ({ value, label: t(`system.menu.menuType.${value}`) }))} />
      </Field>
      <Field of={menus} name="menuName">
        <Input maxLength={50} />
      </Field>
      {type !== 'F' && (
        <Field of={menus} name="icon" extra={null}>
          <IconPicker />
        </Field>
      )}
      <Field of={menus} name="orderNum">
        <NumberField min={0} max={999_999} />
      </Field>
      {type !== 'F' && (
        <>
          <Field of={menus} name="isFrame">
            <Radio.Group options={flags('isFrame')} />
          </Field>
          <Field of={menus} name="path" required validate={validatePath} dependencies={['isFrame']}>
            <Input className="mono-text" maxLength={200} autoComplete="off" />
          </Field>
        </>
      )}
      {type === 'C' && (
        <>
          <Field of={menus} name="component">
            <Input className="mono-text" maxLength={200} autoComplete="off" />
          </Field>
          <Field of={menus} name="routeName">
            <Input className="mono-text" maxLength={50} autoComplete="off" />
          </Field>
        </>
      )}
      {type !== 'M' && (
        <Field of={menus} name="perms">
          <Input className="mono-text" maxLength={100} autoComplete="off" />
        </Field>
      )}
      {type === 'C' && (
        <>
          <Field of={menus} name="query">
            <Input className="mono-text" maxLength={255} autoComplete="off" />
          </Field>
          <Field of={menus} name="isCache">
            <Radio.Group options={flags('isCache')} />
          </Field>
        </>
      )}
      {type !== 'F' && (
        <Field of={menus} name="visible" extra={t('system.menu.visibleHint')}>
          <Radio.Group options={flags('visible')} />
        </Field>
      )}
      <Field of={menus} name="status" extra={t('system.menu.statusHint')}>
        <Radio.Group options={flags('status')} />
      </Field>
      {hasExtension('menuRemarks') && (
        <Field of={menus} name="remark">
          <Input.TextArea rows={2} maxLength={500} />
        </Field>
      )}
    </>
  );
}
