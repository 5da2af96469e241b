import type { ComponentType } from 'react';
import { LazyPage } from './lazy-page.tsx';

type Load = () => Promise<{ default: ComponentType }>;

interface PageEntry {
  load: Load;
  /** Pages below it, by the rest of their path: `':batchId'`. */
  below?: Record<string, Load>;
  /** Permissions, or their beginnings, of other nouns whose button rows stand below this page's menu row. */
  governs?: string[];
}

/** Every page that the server's menu may name. A page is the default export of its file. */
const entries: Record<string, PageEntry> = {
  'digit/category/index': {
    load: async () => ({ default: (await import('../features/digit/catalogue/catalogue-page.tsx')).ProductCategories }),
  },
  'digit/supplier/index': {
    load: async () => ({ default: (await import('../features/digit/catalogue/catalogue-page.tsx')).SupplierCategories }),
  },
  'digit/channelBusiness/index': {
    load: async () => ({ default: (await import('../features/digit/catalogue/catalogue-page.tsx')).DealerCategories }),
  },
  'digit/traceability/index': {
    load: async () => ({ default: (await import('../features/digit/catalogue/catalogue-page.tsx')).TraceStepCategories }),
  },
  'business/category/list': {
    load: () => import('../features/business/category/category-page.tsx'),
    below: { ':categoryId': () => import('../features/business/category/goods-page.tsx') },
  },
  'manage/batch/index': {
    load: () => import('../features/manage/batch/batch-page.tsx'),
    below: { ':batchId': () => import('../features/manage/batch/batch-detail-page.tsx') },
  },
  'manage/category/index': {
    load: () => import('../features/manage/category/category-page.tsx'),
    below: {
      new: () => import('../features/manage/category/category-form-page.tsx'),
      ':categoryId': () => import('../features/manage/category/category-detail-page.tsx'),
      ':categoryId/edit': () => import('../features/manage/category/category-form-page.tsx'),
    },
  },
  'manage/code/index': {
    load: () => import('../features/manage/code/code-page.tsx'),
    below: { ':batchId/:ordinal': () => import('../features/manage/code/code-detail-page.tsx') },
  },
  'manage/blacklist/index': { load: () => import('../features/manage/blacklist/blacklist-page.tsx') },
  'manage/codeCase/index': {
    load: () => import('../features/manage/codeCase/codeCase-page.tsx'),
    below: { ':caseId': () => import('../features/manage/codeCase/codeCase-detail-page.tsx') },
  },
  'manage/diversion/index': { load: () => import('../features/manage/diversion/diversion-page.tsx') },
  'manage/codeRecord/index': { load: () => import('../features/manage/codeRecord/codeRecord-page.tsx') },
  'manage/codeRule/index': { load: () => import('../features/manage/codeRule/codeRule-page.tsx') },
  'manage/codeList/index': {
    load: () => import('../features/manage/codeList/codeList-page.tsx'),
    below: { ':codeListId': () => import('../features/manage/codeList/codeList-detail-page.tsx') },
    governs: ['manage:code:print', 'manage:code:waste', 'manage:code:sell', 'manage:code:takeBack'],
  },
  'manage/dispatch/index': {
    load: () => import('../features/manage/dispatch/dispatch-page.tsx'),
    below: { ':dispatchId': () => import('../features/manage/dispatch/dispatch-detail-page.tsx') },
  },
  'manage/handover/index': {
    load: () => import('../features/manage/handover/handover-page.tsx'),
    below: { ':handoverId': () => import('../features/manage/handover/handover-detail-page.tsx') },
    governs: ['manage:batch:releaseExport'],
  },
  'manage/recallImpact/index': { load: () => import('../features/manage/recallImpact/recallImpact-page.tsx') },
  'manage/channelBusiness/index': {
    load: () => import('../features/manage/channelBusiness/channelBusiness-page.tsx'),
    below: {
      new: () => import('../features/manage/channelBusiness/dealer-form-page.tsx'),
      ':channelBusinessId': () => import('../features/manage/channelBusiness/dealer-detail-page.tsx'),
      ':channelBusinessId/edit': () => import('../features/manage/channelBusiness/dealer-form-page.tsx'),
    },
  },
  'manage/expiry/index': { load: () => import('../features/manage/expiry/expiry-page.tsx') },
  'manage/supplier/index': {
    load: () => import('../features/manage/supplier/supplier-page.tsx'),
    below: {
      new: () => import('../features/manage/supplier/supplier-form-page.tsx'),
      ':supplierId': () => import('../features/manage/supplier/supplier-detail-page.tsx'),
      ':supplierId/edit': () => import('../features/manage/supplier/supplier-form-page.tsx'),
    },
    governs: ['manage:supplierPaper:'],
  },
  'manage/traceability/index': {
    load: () => import('../features/manage/traceability/traceability-page.tsx'),
    below: {
      templates: () => import('../features/manage/traceability/templates-page.tsx'),
      'template/:templateId': () => import('../features/manage/traceability/template-page.tsx'),
      completeness: () => import('../features/manage/traceability/completeness-page.tsx'),
      fill: () => import('../features/manage/traceability/trace-fill-page.tsx'),
      'record/:traceRecordId': () => import('../features/manage/traceability/trace-record-page.tsx'),
      'batch/:batchId': () => import('../features/manage/traceability/trace-batch-page.tsx'),
    },
    governs: ['manage:traceTemplate:'],
  },
  'system/notice/index': { load: () => import('../features/system/notice/notice-page.tsx') },
  'system/dept/index': { load: () => import('../features/system/dept/dept-page.tsx') },
  'system/role/index': { load: () => import('../features/system/role/role-page.tsx') },
  'system/post/index': { load: () => import('../features/system/post/post-page.tsx') },
  'system/user/index': { load: () => import('../features/system/user/user-page.tsx') },
  'monitor/operlog/index': { load: () => import('../features/monitor/operlog/operlog-page.tsx') },
  'system/config/index': { load: () => import('../features/system/config/config-page.tsx'), governs: ['tool:sample:'] },
  'system/dict/index': { load: () => import('../features/system/dict/dict-page.tsx') },
  'system/menu/index': { load: () => import('../features/system/menu/menu-page.tsx') },
  'tool/gen/index': { load: () => import('../features/tool/gen/gen-page.tsx') },
  'tool/swagger/index': { load: () => import('../features/tool/swagger/swagger-page.tsx') },
  'monitor/job/index': { load: () => import('../features/monitor/job/job-page.tsx') },
  'tool/form/index': {
    load: () => import('../features/tool/form/form-page.tsx'),
    below: { ':formId': () => import('../features/tool/form/form-detail-page.tsx') },
  },
  'monitor/online/index': { load: () => import('../features/monitor/online/online-page.tsx') },
  'monitor/server/index': { load: () => import('../features/monitor/server/server-page.tsx') },
  'monitor/cache/index': { load: () => import('../features/monitor/cache/cache-page.tsx') },
  'monitor/cache/list': { load: () => import('../features/monitor/cache/cache-list-page.tsx') },
  'monitor/druid/index': { load: () => import('../features/monitor/druid/druid-page.tsx') },
  'monitor/logininfor/index': { load: () => import('../features/monitor/logininfor/logininfor-page.tsx') },
  'tool/build/index': { load: () => import('../features/tool/build/build-page.tsx') },
};

export interface Page {
  page: LazyPage;
  below: [path: string, page: LazyPage][];
  governs: readonly string[];
}

/** The lazily loaded pages by component name; an unknown name has none. */
export const pages: Record<string, Page | undefined> = Object.fromEntries(
  Object.entries(entries).map(([name, { load, below = {}, governs = [] }]) => [
    name,
    { page: new LazyPage(load), below: Object.entries(below).map(([path, loadBelow]) => [path, new LazyPage(loadBelow)]), governs },
  ]),
);
