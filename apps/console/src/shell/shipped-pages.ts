import { pages } from './pages.ts';

/** Where a new installation has a page whose address is not its component's own name. */
const ELSEWHERE: Record<string, string> = {
  'monitor/operlog/index': '/system/log/operlog',
  'monitor/logininfor/index': '/system/log/logininfor',
  'monitor/cache/list': '/monitor/cacheList',
};

interface ShippedPage {
  component: string;
  path: string;
  /** The permission of its menu. */
  needs: string;
}

/** The pages in the menus of a new installation, whoever has them. */
export const shippedPages: ShippedPage[] = Object.keys(pages).map((component) => {
  const own = component.slice(0, component.lastIndexOf('/'));
  return { component, path: ELSEWHERE[component] ?? `/${own}`, needs: `${own.replace('/', ':')}:list` };
});
