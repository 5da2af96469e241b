import { pages } from './pages.ts';

/** Default menu paths that differ from the component's path. */
const CUSTOM_PATHS: Record<string, string> = {
  'monitor/operlog/index': '/system/log/operlog',
  'monitor/logininfor/index': '/system/log/logininfor',
  'monitor/cache/list': '/monitor/cacheList',
};

interface ShippedPage {
  component: string;
  path: string;
  needs: string;
}

/** The pages in a new installation's menus, independent of permissions. */
export const shippedPages: ShippedPage[] = Object.keys(pages).map((component) => {
  const basePath = component.slice(0, component.lastIndexOf('/'));
  return { component, path: CUSTOM_PATHS[component] ?? `/${basePath}`, needs: `${basePath.replace('/', ':')}:list` };
});
