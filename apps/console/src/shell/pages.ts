import type { ComponentType } from 'react';
import { LazyPage } from './lazy-page.tsx';

type Load = () => Promise<{ default: ComponentType }>;

interface PageEntry {
  load: Load;
  /** Pages below it, by the rest of their path: `':batchId'`. Parameters are numbers. */
  below?: Record<string, Load>;
  /** Prefixes of other resources' permissions with button rows below this page's menu row. */
  governs?: string[];
}

/** Every page that the server's menu may name. A page is the default export of its file. */
const entries: Record<string, PageEntry> = {
  'digit/category/index': {
    load: async () => ({ default: (await import('../features/catalog/category/category-page.tsx')).ProductCategories }),
  },
  'digit/supplier/index': {
    load: async () => ({ default: (await import('../features/catalog/category/category-page.tsx')).SupplierCategories }),
  },
  'digit/channelBusiness/index': {
    load: async () => ({ default: (await import('../features/catalog/category/category-page.tsx')).DealerCategories }),
  },
  'digit/traceability/index': {
    load: async () => ({ default: (await import('../features/catalog/category/category-page.tsx')).TraceStepCategories }),
  },
  'business/category/list': {
    load: () => import('../features/catalog/product-gallery/product-gallery-page.tsx'),
    below: { ':categoryId': () => import('../features/catalog/product-gallery/gallery-product-page.tsx') },
  },
  'manage/batch/index': {
    load: () => import('../features/codes/batch/batch-page.tsx'),
    below: { ':batchId': () => import('../features/codes/batch/batch-detail-page.tsx') },
  },
  'manage/category/index': {
    load: () => import('../features/catalog/product/product-page.tsx'),
    below: {
      new: () => import('../features/catalog/product/product-form-page.tsx'),
      ':categoryId': () => import('../features/catalog/product/product-detail-page.tsx'),
      ':categoryId/edit': () => import('../features/catalog/product/product-form-page.tsx'),
    },
  },
  'manage/code/index': {
    load: () => import('../features/codes/code/code-page.tsx'),
    below: { ':batchId/:ordinal': () => import('../features/codes/code/code-detail-page.tsx') },
  },
  'manage/blacklist/index': { load: () => import('../features/scans/blacklist/blacklist-page.tsx') },
  'manage/codeCase/index': {
    load: () => import('../features/scans/scan-case/scan-case-page.tsx'),
    below: { ':caseId': () => import('../features/scans/scan-case/scan-case-detail-page.tsx') },
  },
  'manage/diversion/index': { load: () => import('../features/scans/diversion/diversion-page.tsx') },
  'manage/codeRecord/index': { load: () => import('../features/scans/scan/scan-page.tsx') },
  'manage/codeRule/index': { load: () => import('../features/codes/code-rule/code-rule-page.tsx') },
  'manage/codeList/index': {
    load: () => import('../features/codes/bulk-action/bulk-action-page.tsx'),
    below: { ':codeListId': () => import('../features/codes/bulk-action/bulk-action-detail-page.tsx') },
    governs: ['manage:code:print', 'manage:code:waste', 'manage:code:sell', 'manage:code:takeBack'],
  },
  'manage/dispatch/index': {
    load: () => import('../features/logistics/shipment/shipment-page.tsx'),
    below: { ':dispatchId': () => import('../features/logistics/shipment/shipment-detail-page.tsx') },
  },
  'manage/handover/index': {
    load: () => import('../features/codes/print-order/print-order-page.tsx'),
    below: { ':handoverId': () => import('../features/codes/print-order/print-order-detail-page.tsx') },
    governs: ['manage:batch:releaseExport'],
  },
  'manage/recallImpact/index': { load: () => import('../features/scans/recall-impact/recall-impact-page.tsx') },
  'manage/channelBusiness/index': {
    load: () => import('../features/partners/dealer/dealer-page.tsx'),
    below: {
      new: () => import('../features/partners/dealer/dealer-form-page.tsx'),
      ':channelBusinessId': () => import('../features/partners/dealer/dealer-detail-page.tsx'),
      ':channelBusinessId/edit': () => import('../features/partners/dealer/dealer-form-page.tsx'),
    },
  },
  'manage/expiry/index': { load: () => import('../features/insights/expiry/expiry-page.tsx') },
  'manage/supplier/index': {
    load: () => import('../features/partners/supplier/supplier-page.tsx'),
    below: {
      new: () => import('../features/partners/supplier/supplier-form-page.tsx'),
      ':supplierId': () => import('../features/partners/supplier/supplier-detail-page.tsx'),
      ':supplierId/edit': () => import('../features/partners/supplier/supplier-form-page.tsx'),
    },
    governs: ['manage:supplierPaper:'],
  },
  'manage/traceability/index': {
    load: () => import('../features/traces/trace-record/trace-page.tsx'),
    below: {
      templates: () => import('../features/traces/trace-record/templates-page.tsx'),
      'template/new': () => import('../features/traces/trace-record/template-page.tsx'),
      'template/:templateId': () => import('../features/traces/trace-record/template-page.tsx'),
      completeness: () => import('../features/traces/trace-record/completeness-page.tsx'),
      fill: () => import('../features/traces/trace-record/trace-fill-page.tsx'),
      'record/:traceRecordId': () => import('../features/traces/trace-record/trace-record-page.tsx'),
      'batch/:batchId': () => import('../features/traces/trace-record/trace-batch-page.tsx'),
    },
    governs: ['manage:traceTemplate:'],
  },
  'system/notice/index': { load: () => import('../features/system/notice/notice-page.tsx') },
  'system/dept/index': { load: () => import('../features/identity/department/department-page.tsx') },
  'system/role/index': { load: () => import('../features/identity/role/role-page.tsx') },
  'system/post/index': { load: async () => ({ default: (await import('./plain-pages.tsx')).PostPage }) },
  'system/user/index': { load: () => import('../features/identity/user/user-page.tsx') },
  'monitor/operlog/index': { load: () => import('../features/system/audit-log/audit-log-page.tsx') },
  'system/config/index': { load: () => import('../features/system/setting/setting-page.tsx'), governs: ['tool:sample:'] },
  'system/dict/index': { load: () => import('../features/system/dictionary/dictionary-page.tsx') },
  'system/menu/index': { load: () => import('../features/identity/menu/menu-page.tsx') },
  'tool/gen/index': { load: () => import('../features/devtools/generator/generator-page.tsx') },
  'tool/swagger/index': { load: () => import('../features/devtools/open-api/open-api-page.tsx') },
  'monitor/job/index': { load: () => import('../features/monitoring/job/job-page.tsx') },
  'tool/form/index': {
    load: () => import('../features/forms/form/form-page.tsx'),
    below: { ':formId': () => import('../features/forms/form/form-detail-page.tsx') },
  },
  'monitor/online/index': { load: () => import('../features/identity/online-session/online-session-page.tsx') },
  'monitor/server/index': { load: () => import('../features/monitoring/server/server-page.tsx') },
  'monitor/cache/index': { load: () => import('../features/monitoring/cache/cache-page.tsx') },
  'monitor/cache/list': { load: () => import('../features/monitoring/cache/cache-list-page.tsx') },
  'monitor/druid/index': { load: () => import('../features/monitoring/database-stats/database-stats-page.tsx') },
  'monitor/logininfor/index': { load: () => import('../features/system/sign-in-log/sign-in-log-page.tsx') },
  'tool/build/index': { load: () => import('../features/forms/form-builder/form-builder-page.tsx') },
};

export interface Page {
  page: LazyPage;
  below: [path: string, page: LazyPage][];
  governs: readonly string[];
}

export const pages: Record<string, Page | undefined> = Object.fromEntries(
  Object.entries(entries).map(([name, { load, below = {}, governs = [] }]) => [
    name,
    { page: new LazyPage(load), below: Object.entries(below).map(([path, loadBelow]) => [path, new LazyPage(loadBelow)]), governs },
  ]),
);

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
