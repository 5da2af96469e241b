import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { translator } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subscribeToInvalidations } from './cache/cache.ts';
import { avatarRoutes } from './features/account/avatar/avatar.routes.ts';
import { captchaRoutes } from './features/account/captcha/captcha.routes.ts';
import * as fileImportService from './features/account/fileImport/fileImport.service.ts';
import * as listExportService from './features/account/listExport/listExport.service.ts';
import { ownNoticeRoutes } from './features/account/notice/notice.routes.ts';
import { passwordRoutes } from './features/account/password/password.routes.ts';
import { sessionRoutes } from './features/account/session/session.routes.ts';
import * as sessionService from './features/account/session/session.service.ts';
import { signInRoutes } from './features/account/signIn/signIn.routes.ts';
import { taskRoutes } from './features/account/task/task.routes.ts';
import { userInfoRoutes } from './features/account/userInfo/userInfo.routes.ts';
import { galleryRoutes } from './features/business/category/category.routes.ts';
import { categoryRoutes } from './features/digit/catalogue/catalogue.routes.ts';
import { batchRoutes } from './features/manage/batch/batch.routes.ts';
import { blacklistRoutes } from './features/manage/blacklist/blacklist.routes.ts';
import { productRoutes } from './features/manage/category/category.routes.ts';
import { dealerRoutes } from './features/manage/channelBusiness/channelBusiness.routes.ts';
import { codeRoutes } from './features/manage/code/code.routes.ts';
import { scanCaseRoutes } from './features/manage/codeCase/codeCase.routes.ts';
import { codeExportRoutes } from './features/manage/codeExport/codeExport.routes.ts';
import { codeImportRoutes } from './features/manage/codeImport/codeImport.routes.ts';
import { bulkActionRoutes } from './features/manage/codeList/codeList.routes.ts';
import { scanRoutes } from './features/manage/codeRecord/codeRecord.routes.ts';
import { codeRuleRoutes } from './features/manage/codeRule/codeRule.routes.ts';
import { shipmentRoutes } from './features/manage/dispatch/dispatch.routes.ts';
import { diversionRoutes } from './features/manage/diversion/diversion.routes.ts';
import { expiryRoutes } from './features/manage/expiry/expiry.routes.ts';
import { figureRoutes } from './features/manage/figure/figure.routes.ts';
import { printOrderRoutes } from './features/manage/handover/handover.routes.ts';
import { recallImpactRoutes } from './features/manage/recallImpact/recallImpact.routes.ts';
import { supplierRoutes } from './features/manage/supplier/supplier.routes.ts';
import { supplierPaperRoutes } from './features/manage/supplierPaper/supplierPaper.routes.ts';
import { traceabilityRoutes } from './features/manage/traceability/traceability.routes.ts';
import { traceTemplateRoutes } from './features/manage/traceTemplate/traceTemplate.routes.ts';
import { cacheRoutes } from './features/monitor/cache/cache.routes.ts';
import { databaseStatsRoutes } from './features/monitor/druid/druid.routes.ts';
import { jobRoutes } from './features/monitor/job/job.routes.ts';
import { jobLogRoutes } from './features/monitor/jobLog/jobLog.routes.ts';
import { signInLogRoutes } from './features/monitor/logininfor/logininfor.routes.ts';
import { onlineRoutes } from './features/monitor/online/online.routes.ts';
import { auditLogRoutes } from './features/monitor/operlog/operlog.routes.ts';
import { serverRoutes } from './features/monitor/server/server.routes.ts';
import { mapFrame, mapServiceRoutes } from './features/public/mapService/mapService.routes.ts';
import { regionRoutes } from './features/public/place/region.routes.ts';
import { configRoutes } from './features/system/config/config.routes.ts';
import { departmentRoutes } from './features/system/dept/dept.routes.ts';
import { dictionaryRoutes } from './features/system/dict/dict.routes.ts';
import { fileRoutes } from './features/system/file/file.routes.ts';
import { menuRoutes } from './features/system/menu/menu.routes.ts';
import { noticeRoutes } from './features/system/notice/notice.routes.ts';
import { postRoutes } from './features/system/post/post.routes.ts';
import { roleRoutes } from './features/system/role/role.routes.ts';
import { userRoutes } from './features/system/user/user.routes.ts';
import { formRoutes } from './features/tool/form/form.routes.ts';
import { formAnswerRoutes } from './features/tool/formAnswer/formAnswer.routes.ts';
import { genRoutes } from './features/tool/gen/gen.routes.ts';
import { sampleRoutes } from './features/tool/sample/sample.routes.ts';
import { swaggerRoutes } from './features/tool/swagger/swagger.routes.ts';
import { parseQuery } from './http/bodies.ts';
import { consoleSite } from './http/console-site.ts';
import { answerBeforeRoutes, answerInEnvelope } from './http/envelope.ts';
import { frame } from './http/frame.ts';
import { gate } from './http/gate.ts';
import type { Installation } from './http/installation.ts';
import { relieve, type Urgency } from './http/pressure.ts';
import { readBodies } from './http/read-bodies.ts';
import { safeHeaders } from './http/safe-headers.ts';
import { isPartAFile } from './http/sent-file.ts';
import { importedFiles } from './imported-files.ts';
import { jobTargets } from './job-targets.ts';
import { publicRouteTable } from './public-app.ts';
import { supervisedBy } from './supervision.ts';
import { taskHandlers } from './task-handlers.ts';

/** Sentences of both packs, made once a process. */
export const translate = { 'zh-CN': translator(zhCN, 'zh-CN'), 'en-US': translator(enUS, 'en-US') };

/** The console's API below `/api` and the built console beside it: every feature by name. */
export async function consoleApp(installation: Installation): Promise<FastifyInstance> {
  const app = frame(installation, { frameworkErrors: answerBeforeRoutes(installation) });
  await safeHeaders(app, { contentSecurityPolicy: { useDefaults: false, directives: consolePolicy }, strictTransportSecurity: false });
  const told = subscribeToInvalidations(installation.db);
  app.addHook('onClose', () => told.close());
  relieve(app, installation, urgencyOf);
  gate(app, installation, sessionService.actorOf(installation.db));
  await app.register(
    async (api) => {
      await api.register(formbody, { parser: parseQuery });
      await api.register(multipart, { isPartAFile, limits: { fileSize: 5 * 1024 * 1024, files: 10, fields: 50 } });
      readBodies(api);
      api.setErrorHandler(answerInEnvelope);
      api.decorate('fileExport', listExportService.file);
      api.decorate('fileImport', fileImportService.filing(importedFiles));
      captchaRoutes(api);
      signInRoutes(api);
      userInfoRoutes(api);
      passwordRoutes(api);
      avatarRoutes(api);
      sessionRoutes(api, installation);
      ownNoticeRoutes(api);
      configRoutes(api);
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
      onlineRoutes(api);
      serverRoutes(api);
      databaseStatsRoutes(api);
      cacheRoutes(api);
      categoryRoutes(api);
      galleryRoutes(api);
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
      traceabilityRoutes(api);
      figureRoutes(api);
      recallImpactRoutes(api);
      formAnswerRoutes(api);
      formRoutes(api);
      noticeRoutes(api);
      fileRoutes(api);
      regionRoutes(api);
      mapServiceRoutes(api);
      genRoutes(api);
      taskRoutes(api, taskHandlers);
      sampleRoutes(api);
      swaggerRoutes(api, () => publicRouteTable(installation));
    },
    { prefix: '/api' },
  );
  mapFrame(app);
  supervisedBy(app, installation);
  await consoleSite(app, installation);
  return app;
}

/** Files and pages are always there; then come the ways in and out, and all the rest behind them. */
const urgencyOf = ({ routeOptions: { url = '' } }: FastifyRequest): Urgency =>
  !url.startsWith('/api/') ? 'always' : /^\/api\/(login|logout|register|captchaImage|getInfo|getRouters)$/.test(url) ? 'first' : 'usual';

/** What the console's pages may load: themselves, and pictures that they drew (product plan §9). */
const consolePolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
};
