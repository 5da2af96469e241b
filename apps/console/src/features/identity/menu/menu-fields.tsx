import { MENU_TYPES, menus, pathProblem } from '@suyuan/contract';
import { Form, Input, Radio } from 'antd';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { IconPicker } from './icon-picker.tsx';
import type { MenuRow } from './menu-columns.tsx';
import { branchOf } from './menu-path.ts';
import { MenuPreview } from './menu-preview.tsx';

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
