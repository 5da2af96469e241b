import type { ReactElement } from 'react';
import { HomePage } from './home/home-page.tsx';
import { LazyPage, PageOf } from './lazy-page.tsx';
import { NotFound } from './not-found.tsx';

const center = new LazyPage(() => import('./account/center-page.tsx'));
const settings = new LazyPage(() => import('./account/settings-page.tsx'));

/** The routes that every user has, whatever the server's tree says. */
export const fixedPages: { path: string; element: ReactElement }[] = [
  { path: '/index', element: <HomePage /> },
  { path: '/account/center', element: <PageOf page={center} /> },
  { path: '/account/settings', element: <PageOf page={settings} /> },
  { path: '/404', element: <NotFound /> },
];
