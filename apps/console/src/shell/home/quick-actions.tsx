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

/** Most frequent actions, filtered by permission, of which the first ones show; `add` opens the page's add form. */
export const quickActions = [
  { needs: 'manage:batch:add', to: '/manage/batch', add: true, icon: 'batch', word: 'shell.newBatch' },
  { needs: 'manage:code:list', to: '/manage/code', add: false, icon: 'qrcode', word: 'shell.findCode' },
  { needs: 'manage:codeRecord:list', to: '/manage/codeRecord', add: false, icon: 'scan', word: 'shell.seeScans' },
  { needs: 'manage:category:add', to: '/manage/category', add: true, icon: 'goods', word: 'shell.newProduct' },
  { needs: 'manage:supplier:add', to: '/manage/supplier', add: true, icon: 'supplier', word: 'shell.newSupplier' },
  { needs: 'manage:codeRule:list', to: '/manage/codeRule', add: false, icon: 'rule', word: 'shell.seeRules' },
  { needs: 'manage:dispatch:add', to: '/manage/dispatch', add: true, icon: 'dealer', word: 'shell.newShipment' },
  { needs: 'manage:channelBusiness:add', to: '/manage/channelBusiness', add: true, icon: 'channel', word: 'shell.newDealer' },
  { needs: 'manage:handover:list', to: '/manage/handover', add: false, icon: 'printer', word: 'shell.printOrders' },
  { needs: 'manage:codeCase:assign', to: '/manage/codeCase', add: false, icon: 'case', word: 'shell.handleCases' },
  { needs: 'manage:traceability:add', to: '/manage/traceability', add: true, icon: 'route', word: 'shell.fillTrace' },
  { needs: 'manage:codeList:list', to: '/manage/codeList', add: false, icon: 'checklist', word: 'shell.bulkActions' },
] as const;

/** Maximum number of actions, or of pages if no action is available. */
const MAX_LINKS = 6;

const linkGrid = 'm-0 grid list-none grid-cols-[1fr_1fr] gap-2 p-0';
const linkBox = 'flex min-h-11 items-center gap-2 rounded border border-line px-3 text-ink transition-[border-color]';

function QuickLink({ icon, title, ...rest }: { icon: MenuNode['icon']; title: string; to: string; state?: { add: boolean } }) {
  return (
    <li>
      <Link className={`${linkBox} hover:border-primary-line hover:text-(--link)`} {...rest}>
        <Icon name={iconOf(icon)} className="text-primary" />
        <span>{title}</span>
      </Link>
    </li>
  );
}

export function QuickActions() {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const hasPage = useHasPage();
  const allowedActions = quickActions.filter(
    ({ needs, to }) => hasExtension('traceability') && hasPermi(needs) && hasPage(`${to.slice(1)}/index`),
  );
  if (allowedActions.length === 0) return <FirstPages />;
  return (
    <ul className={linkGrid}>
      {allowedActions.slice(0, MAX_LINKS).map(({ to, add, icon, word: translationKey }) => (
        <QuickLink key={translationKey} to={to} icon={icon} title={t(translationKey)} {...(add && { state: { add: true } })} />
      ))}
    </ul>
  );
}

const pagesOf = (menu: readonly MenuNode[]): MenuNode[] =>
  menu.flatMap((node) => (node.external ? [] : node.children.length > 0 ? pagesOf(node.children) : [node]));

function FirstPages() {
  const t = useTranslations();
  const { routers } = useSession();
  const pages = useMemo(() => pagesOf(readRoutes(routers, location.origin).menu).slice(0, MAX_LINKS), [routers]);
  if (pages.length === 0) return <p className="text-muted">{t('shell.noActions')}</p>;
  return (
    <ul className={linkGrid}>
      {pages.map(({ path, to, title, icon }) => {
        const translationKey = menuTitleKey(path);
        return <QuickLink key={path} to={to} icon={icon} title={translationKey ? t(translationKey) : title} />;
      })}
    </ul>
  );
}
