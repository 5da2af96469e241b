import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { categoryRoutes } from '../features/catalog/category/category.routes.ts';
import { productRoutes } from '../features/catalog/product/product.routes.ts';
import { productGalleryRoutes } from '../features/catalog/product-gallery/product-gallery.routes.ts';
import { batchRoutes } from '../features/codes/batch/batch.routes.ts';
import { bulkActionRoutes } from '../features/codes/bulk-action/bulk-action.routes.ts';
import { codeRoutes } from '../features/codes/code/code.routes.ts';
import { codeExportRoutes } from '../features/codes/code-export/code-export.routes.ts';
import { codeImportRoutes } from '../features/codes/code-import/code-import.routes.ts';
import { codeRuleRoutes } from '../features/codes/code-rule/code-rule.routes.ts';
import { printOrderRoutes } from '../features/codes/print-order/print-order.routes.ts';
import { generatorRoutes } from '../features/devtools/generator/generator.routes.ts';
import { openApiRoutes } from '../features/devtools/open-api/open-api.routes.ts';
import { sampleRoutes } from '../features/devtools/sample/sample.routes.ts';
import { formRoutes } from '../features/forms/form/form.routes.ts';
import { formAnswerRoutes } from '../features/forms/form-answer/form-answer.routes.ts';
import { avatarRoutes } from '../features/identity/avatar/avatar.routes.ts';
import { captchaRoutes } from '../features/identity/captcha/captcha.routes.ts';
import { departmentRoutes } from '../features/identity/department/department.routes.ts';
import { menuRoutes } from '../features/identity/menu/menu.routes.ts';
import { onlineSessionRoutes } from '../features/identity/online-session/online-session.routes.ts';
import { passwordRoutes } from '../features/identity/password/password.routes.ts';
import { postRoutes } from '../features/identity/post/post.routes.ts';
import { roleRoutes } from '../features/identity/role/role.routes.ts';
import { sessionRoutes } from '../features/identity/session/session.routes.ts';
import * as sessionService from '../features/identity/session/session.service.ts';
import { signInRoutes } from '../features/identity/sign-in/sign-in.routes.ts';
import { userRoutes } from '../features/identity/user/user.routes.ts';
import { userInfoRoutes } from '../features/identity/user-info/user-info.routes.ts';
import { expiryRoutes } from '../features/insights/expiry/expiry.routes.ts';
import { figureRoutes } from '../features/insights/figure/figure.routes.ts';
import { openWorkRoutes } from '../features/insights/open-work/open-work.routes.ts';
import { shipmentRoutes } from '../features/logistics/shipment/shipment.routes.ts';
import { cacheRoutes } from '../features/monitoring/cache/cache.routes.ts';
import { databaseStatsRoutes } from '../features/monitoring/database-stats/database-stats.routes.ts';
import { jobRoutes } from '../features/monitoring/job/job.routes.ts';
import { jobLogRoutes } from '../features/monitoring/job-log/job-log.routes.ts';
import { serverRoutes } from '../features/monitoring/server/server.routes.ts';
import { dealerRoutes } from '../features/partners/dealer/dealer.routes.ts';
import { supplierRoutes } from '../features/partners/supplier/supplier.routes.ts';
import { supplierPaperRoutes } from '../features/partners/supplier-paper/supplier-paper.routes.ts';
import { blacklistRoutes } from '../features/scans/blacklist/blacklist.routes.ts';
import { diversionRoutes } from '../features/scans/diversion/diversion.routes.ts';
import { regionRoutes } from '../features/scans/place/region.routes.ts';
import { recallImpactRoutes } from '../features/scans/recall-impact/recall-impact.routes.ts';
import { scanRoutes } from '../features/scans/scan/scan.routes.ts';
import { scanCaseRoutes } from '../features/scans/scan-case/scan-case.routes.ts';
import { auditLogRoutes } from '../features/system/audit-log/audit-log.routes.ts';
import { dictionaryRoutes } from '../features/system/dictionary/dictionary.routes.ts';
import { fileRoutes } from '../features/system/file/file.routes.ts';
import * as fileImportService from '../features/system/file-import/file-import.service.ts';
import * as listExportService from '../features/system/list-export/list-export.service.ts';
import { mapFrame, mapServiceRoutes } from '../features/system/map-service/map-service.routes.ts';
import { noticeRoutes } from '../features/system/notice/notice.routes.ts';
import { settingRoutes } from '../features/system/setting/setting.routes.ts';
import { signInLogRoutes } from '../features/system/sign-in-log/sign-in-log.routes.ts';
import { taskRoutes } from '../features/system/task/task.routes.ts';
import { traceRecordRoutes } from '../features/traces/trace-record/trace-record.routes.ts';
import { traceTemplateRoutes } from '../features/traces/trace-template/trace-template.routes.ts';
import { announceWrite, changesApplied, subscribeToInvalidations } from '../platform/cache/cache.ts';
import { registerAccessControl } from '../platform/http/access-control.ts';
import { consoleSite } from '../platform/http/console-site.ts';
import { createApp } from '../platform/http/create-app.ts';
import { answerBeforeRoutes, answerInEnvelope } from '../platform/http/envelope.ts';
import type { Installation } from '../platform/http/installation.ts';
import { registerLoadShedding, type Urgency } from '../platform/http/load-shedding.ts';
import { isPartAFile, parseQuery, registerBodyParsers } from '../platform/http/request-bodies.ts';
import { restDialect } from '../platform/http/rest/rest-dialect.ts';
import { REST_PREFIX } from '../platform/http/rest/rest-path.ts';
import { registerSecurityHeaders } from '../platform/http/security-headers.ts';
import { jobTargets } from './job-targets.ts';
import { publicRouteTable } from './public-app.ts';
import { registerSupervision } from './supervision.ts';
import { importedFiles, taskHandlers } from './task-handlers.ts';

/** The RuoYi dialect below `/api`, plain REST below `/api/v1`, and the built console. */
export async function consoleApp(installation: Installation): Promise<FastifyInstance> {
  const app = createApp(installation, { frameworkErrors: answerBeforeRoutes(installation) });
  await registerSecurityHeaders(app, {
    contentSecurityPolicy: { useDefaults: false, directives: consolePolicy },
    strictTransportSecurity: false,
  });
  const invalidations = subscribeToInvalidations(installation.db);
  app.addHook('onClose', () => invalidations.close());
  app.addHook('onSend', async ({ method, routeOptions, ctx }, { statusCode }) => {
    if (statusCode >= 500 || (/^(GET|HEAD)$/.test(method) && !routeOptions.config.described?.logged)) return;
    if (ctx?.actor.userId) announceWrite(installation.db, ctx.actor.userId);
    await changesApplied(installation.db);
  });
  registerLoadShedding(app, installation, urgencyOf);
  registerAccessControl(app, installation, sessionService.actorOf(installation.db));
  app.decorate('served', []);
  await app.register(
    async (api) => {
      await api.register(formbody, { parser: parseQuery });
      await api.register(multipart, { isPartAFile, limits: { fileSize: 5 * 1024 * 1024, files: 10, fields: 50 } });
      registerBodyParsers(api);
      api.setErrorHandler(answerInEnvelope);
      api.decorate('fileExport', listExportService.enqueueExport);
      api.decorate('fileImport', fileImportService.createFileImport(importedFiles));
      captchaRoutes(api);
      signInRoutes(api);
      userInfoRoutes(api);
      passwordRoutes(api);
      avatarRoutes(api);
      sessionRoutes(api, installation);
      settingRoutes(api);
      dictionaryRoutes(api, installation.db);
      menuRoutes(api);
      userRoutes(api);
      roleRoutes(api);
      departmentRoutes(api);
      postRoutes(api);
      signInLogRoutes(api);
      auditLogRoutes(api);
      jobRoutes(api, jobTargets);
      jobLogRoutes(api);
      onlineSessionRoutes(api);
      serverRoutes(api);
      databaseStatsRoutes(api);
      cacheRoutes(api);
      categoryRoutes(api);
      productGalleryRoutes(api);
      supplierRoutes(api);
      supplierPaperRoutes(api);
      dealerRoutes(api);
      expiryRoutes(api);
      productRoutes(api);
      codeRuleRoutes(api);
      batchRoutes(api);
      codeRoutes(api);
      codeExportRoutes(api);
      codeImportRoutes(api);
      printOrderRoutes(api);
      bulkActionRoutes(api);
      shipmentRoutes(api);
      scanRoutes(api);
      diversionRoutes(api);
      scanCaseRoutes(api);
      blacklistRoutes(api);
      traceTemplateRoutes(api);
      traceRecordRoutes(api);
      figureRoutes(api);
      openWorkRoutes(api);
      recallImpactRoutes(api);
      formAnswerRoutes(api);
      formRoutes(api);
      noticeRoutes(api);
      fileRoutes(api);
      regionRoutes(api);
      mapServiceRoutes(api);
      generatorRoutes(api);
      taskRoutes(api, taskHandlers);
      sampleRoutes(api);
      openApiRoutes(api, () => publicRouteTable(installation));
    },
    { prefix: '/api' },
  );
  await app.register(restDialect, { prefix: REST_PREFIX });
  mapFrame(app);
  registerSupervision(app, installation);
  await consoleSite(app, installation);
  return app;
}

const SIGN_IN_PATHS = /^\/api\/(login|logout|register|captchaImage|getInfo|getRouters|v1\/captcha|v1\/account\/sessions(\/current)?)$/;

/** Static files and pages are never shed. Sign-in and sign-out precede all other requests. */
const urgencyOf = ({ routeOptions: { url = '' } }: FastifyRequest): Urgency =>
  !url.startsWith('/api/') ? 'always' : SIGN_IN_PATHS.test(url) ? 'first' : 'usual';

/** Content sources of the console's pages. `data:` and `blob:` are for images that a page generates. */
const consolePolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
};
