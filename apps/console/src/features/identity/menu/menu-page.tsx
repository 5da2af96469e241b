import { type InputOf, menus } from '@suyuan/contract';
import { Tag } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconOf } from '../../../ui/menu-icons.ts';
import { TreePage } from '../../../ui/tree-page.tsx';
import { MenuFields } from './menu-fields.tsx';
import { type MenuRow, matchesMenuName, translatedMenuName } from './menu-names.ts';

const blankBelow = (parent: MenuRow | undefined): Partial<InputOf<typeof menus>> => ({
  menuType: parent?.menuType === 'M' ? 'C' : parent ? 'F' : 'M',
  orderNum: 1,
});

export default function MenuPage() {
  const t = useTranslations();
  return (
    <TreePage
      resource={menus}
      parent="parentId"
      name="menuName"
      nameOf={(row, rows) => translatedMenuName(row, rows, t)}
      order="orderNum"
      sorting="always"
      cells={{
        menuType: (type, { isFrame }) => (
          <DictionaryLabel
            label={t(`system.menu.menuType.${isFrame === '0' ? 'link' : type}`)}
            listClass={type === 'C' ? 'primary' : 'info'}
          />
        ),
        component: (component, { isFrame, path }) => <CopyableText copyable={false}>{isFrame === '0' ? path : component}</CopyableText>,
      }}
      beforeName={({ icon, menuType }) => icon !== '#' && menuType !== 'F' && <Icon name={iconOf(icon)} className="text-muted" />}
      afterName={(row, rows) => {
        const isTranslated = translatedMenuName(row, rows, t) !== row.menuName;
        return (
          <>
            {isTranslated && <span className="text-muted">{row.menuName}</span>}
            {row.visible === '1' && <Tag>{t('system.menu.visible.1')}</Tag>}
          </>
        );
      }}
      isMatch={(row, { menuName, status, visible }, rows) =>
        matchesMenuName(row, menuName, rows, t) && (!status || row.status === status) && (!visible || row.visible === visible)
      }
      form={<MenuFields />}
      blank={blankBelow}
      canAddBelow={({ menuType }) => menuType !== 'F'}
      isRemovable={() => true}
      copyOf={({ menuId, parentName, createBy, createTime, updateBy, updateTime, ...row }, name) => ({
        ...row,
        menuName: t('system.menu.copyAs', { name }),
        path: row.path && `${row.path}-copy`,
        routeName: '',
      })}
      total={false}
    />
  );
}
