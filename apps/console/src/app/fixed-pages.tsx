import { lazy, type ReactElement } from 'react';
import { HomePage } from './home/home-page.tsx';
import { NotFound } from './not-found.tsx';

const AccountCenter = lazy(() => import('./account/center-page.tsx'));
const AccountSettings = lazy(() => import('./account/settings-page.tsx'));

/** The routes that every user has, whatever the server's tree says. */
export const fixedPages: { path: string; element: ReactElement }[] = [
  { path: '/index', element: <HomePage /> },
  { path: '/account/center', element: <AccountCenter /> },
  { path: '/account/settings', element: <AccountSettings /> },
  { path: '/404', element: <NotFound /> },
];
