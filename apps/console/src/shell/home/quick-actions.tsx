import type { ServerRoute } from '@suyuan/contract';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { menuTitleKey } from '../../data/menu-title-key.ts';
import { usePermissions } from '../../data/permission.tsx';
import { hasExtension } from '../../data/server-info.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconOf } from '../../ui/menu-icons.ts';
import { type MenuNode, readRoutes } from '../routes.ts';
import { useSession } from '../session.ts';

const componentsOf = (routes: readonly ServerRoute[]): (string | undefined)[] =>
  routes.flatMap(({ component, children }) => [component, ...componentsOf(children ?? [])]);

/** Whether the server's menu tree contains a page. Permissions are not enough: a RuoYi administrator has all of them, but no batches. */
export function useHasPage(): (component: string) => boolean {
  const { routers } = useSession();
  const components = useMemo(() => new Set(componentsOf(routers)), [routers]);
  return (component) => components.has(component);
}

/** Most frequent actions, filtered by permission; `add` opens the page's add form. */
export const quickActions = [
  { needs: 'manage:batch:add', to: '/manage/batch', add: true, icon: 'batch', word: 'shell.newBatch' },
  { needs: 'manage:code:list', to: '/manage/code', add: false, icon: 'qrcode', word: 'shell.findCode' },
  { needs: 'manage:codeRecord:list', to: '/manage/codeRecord', add: false, icon: 'scan', word: 'shell.seeScans' },
  { needs: 'manage:category:add', to: '/manage/category', add: true, icon: 'goods', word: 'shell.newProduct' },
  { needs: 'manage:supplier:add', to: '/manage/supplier', add: true, icon: 'supplier', word: 'shell.newSupplier' },
  { needs: 'manage:codeRule:list', to: '/manage/codeRule', add: false, icon: 'rule', word: 'shell.seeRules' },
] as const;

export function QuickActions() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const hasPage = useHasPage();
  const allowedActions = quickActions.filter(
    ({ needs, to }) => hasExtension('traceability') && hasPermi(needs) && hasPage(`${to.slice(1)}/index`),
  );
  if (allowedActions.length === 0) return <FirstPages />;
  return (
    <ul className="quick-actions">
      {allowedActions.map(({ to, add, icon, word: translationKey }) => (
        <li key={translationKey}>
          <Link to={to} {...(add && { state: { add: true } })}>
            <Icon name={iconOf(icon)} />
            <span>{t(translationKey)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Maximum number of pages if no action is available. */
const MAX_PAGES = 6;

const pagesOf = (menu: readonly MenuNode[]): MenuNode[] =>
  menu.flatMap((node) => (node.external ? [] : node.children.length > 0 ? pagesOf(node.children) : [node]));

function FirstPages() {
  const t = useTranslations();
  const { routers } = useSession();
  const pages = useMemo(() => pagesOf(readRoutes(routers, location.origin).menu).slice(0, MAX_PAGES), [routers]);
  if (pages.length === 0) return <p className="none">{t('shell.noActions')}</p>;
  return (
    <ul className="quick-actions">
      {pages.map(({ path, to, title, icon }) => {
        const translationKey = menuTitleKey(path);
        return (
          <li key={path}>
            <Link to={to}>
              <Icon name={iconOf(icon)} />
              <span>{translationKey ? t(translationKey) : title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
