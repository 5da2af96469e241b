import type { WordKey } from '@suyuan/contract';
import type { ReactElement } from 'react';
import { NotFound } from './fallback-pages.tsx';
import { HomePage } from './home/home-page.tsx';
import { LazyPage, LazyPageView } from './lazy-page.tsx';

/** A route that exists independently of the server's menu tree and is not in the menu. */
export interface FixedPage {
  path: string;
  title: WordKey;
  /** Required permission; without it, the page is open to every user. */
  needs?: string;
  /** Component name by which a server route can mount the page elsewhere. */
  component?: string;
  element: ReactElement;
}

const lazyElement = (load: ConstructorParameters<typeof LazyPage>[0]) => <LazyPageView page={new LazyPage(load)} />;

function storyPages(): FixedPage[] {
  if (!import.meta.env.DEV) return [];
  const element = lazyElement(() => import('./stories/stories-page.tsx'));
  return ['/kit', '/kit/:part'].map((path) => ({ path, title: 'shell.page.kit', element }));
}

export const fixedPages: FixedPage[] = [
  { path: '/index', title: 'shell.home', component: 'Index', element: <HomePage /> },
  {
    path: '/account/center',
    title: 'account.center',
    component: 'AccountCenter',
    element: lazyElement(() => import('./account/center-page.tsx')),
  },
  {
    path: '/account/settings',
    title: 'account.settings',
    component: 'AccountSettings',
    element: lazyElement(() => import('./account/settings-page.tsx')),
  },
  { path: '/form', title: 'shell.page.form', element: lazyElement(() => import('../features/forms/form-builder/form-builder-page.tsx')) },
  { path: '/parser', title: 'shell.page.parser', element: lazyElement(() => import('./frames/parser-page.tsx')) },
  { path: '/tinymce', title: 'shell.page.tinymce', element: lazyElement(() => import('./frames/editor-page.tsx')) },
  { path: '/help', title: 'shell.help', element: lazyElement(() => import('./help-page.tsx')) },
  { path: '/AMapView', title: 'shell.page.map', element: lazyElement(() => import('./frames/map-page.tsx')) },
  {
    path: '/monitor/job/log',
    title: 'shell.page.jobLog',
    needs: 'monitor:job:list',
    component: 'JobLog',
    element: lazyElement(() => import('../features/monitoring/job-log/job-log-page.tsx')),
  },
  {
    path: '/system/role/authUser',
    title: 'shell.page.authUser',
    needs: 'system:role:edit',
    component: 'AuthUser',
    element: lazyElement(() => import('../features/identity/role/role-users-page.tsx')),
  },
  {
    path: '/system/notice/form',
    title: 'shell.menu.system.notice',
    needs: 'system:notice:edit',
    component: 'NoticeForm',
    element: lazyElement(() => import('../features/system/notice/notice-form-page.tsx')),
  },
  {
    path: '/gen/edit',
    title: 'shell.page.genEdit',
    needs: 'tool:gen:edit',
    component: 'GenEdit',
    element: lazyElement(() => import('../features/devtools/generator/generator-edit-page.tsx')),
  },
  ...storyPages(),
  { path: '/404', title: 'shell.notFound', element: <NotFound /> },
];
