import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consumerReportRoutes } from '../features/scans/consumer-report/consumer-report.routes.ts';
import { MAX_PICTURE_BYTES } from '../features/scans/consumer-report/consumer-report.service.ts';
import { verificationRoutes } from '../features/scans/verification/verification.routes.ts';
import { createVerifier } from '../features/scans/verification/verification.service.ts';
import { createProductAbout } from '../features/scans/verification-page/about.ts';
import { respondToInvalidRequest, verificationSitePolicy } from '../features/scans/verification-page/site.ts';
import { handleInvalidUrl, siteFileRoutes, verificationPageRoutes } from '../features/scans/verification-page/verification-page.routes.ts';
import { publicTrace } from '../features/traces/trace-record/public-trace.service.ts';
import { subscribeToInvalidations } from '../platform/cache/cache.ts';
import { type RouteInfo, registerAccessControl } from '../platform/http/access-control.ts';
import { createApp } from '../platform/http/create-app.ts';
import type { Installation } from '../platform/http/installation.ts';
import { registerLoadShedding, type Urgency } from '../platform/http/load-shedding.ts';
import { answerAsProblem } from '../platform/http/problem-json.ts';
import { isPartAFile, parseQuery, registerBodyParsers } from '../platform/http/request-bodies.ts';
import { registerSecurityHeaders } from '../platform/http/security-headers.ts';
import { registerSupervision } from './supervision.ts';

/** A separate origin without sessions, in both languages. */
export async function publicApp(installation: Installation, verifier = createVerifier(installation)): Promise<FastifyInstance> {
  // an overlong code gets the response for an unknown code
  const app = createApp(installation, {
    maxParamLength: 16_384,
    frameworkErrors: (_error, request, reply) => handleInvalidUrl(installation, request, reply),
    clientErrorHandler: respondToInvalidRequest(installation),
  });
  await registerSecurityHeaders(app, {
    contentSecurityPolicy: { useDefaults: false, directives: verificationSitePolicy },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
  const invalidations = subscribeToInvalidations(installation.db);
  app.addHook('onClose', () => invalidations.close());
  registerLoadShedding(app, installation, urgencyOf);
  registerAccessControl(app, { ...installation, englishEnabled: true }, async () => undefined);
  app.setErrorHandler(answerAsProblem);
  await app.register(formbody, { parser: parseQuery, bodyLimit: 1024 });
  await app.register(multipart, {
    isPartAFile,
    limits: { fileSize: MAX_PICTURE_BYTES + 1, files: 1, fields: 8, fieldSize: 4096, parts: 9 },
  });
  registerBodyParsers(app);
  verificationRoutes(app, verifier);
  consumerReportRoutes(app);
  verificationPageRoutes(app, verifier, { readTrace: publicTrace(installation.db), about: createProductAbout(installation.db) });
  siteFileRoutes(app);
  registerSupervision(app, installation);
  return app;
}

/** Read from an instance that serves no requests. */
export async function publicRouteTable(installation: Installation): Promise<readonly RouteInfo[]> {
  const verify = () => Promise.reject(new Error('only described'));
  const app = await publicApp(installation, { verify });
  await app.ready();
  const { routeTable } = app;
  await app.close();
  return routeTable;
}

/** Verdicts come first, because a consumer is waiting. */
const urgencyOf = ({ routeOptions: { url = '' } }: FastifyRequest): Urgency =>
  /^\/(v1\/verifications|(c|01|8006|8010|253|255)\/)/i.test(url)
    ? 'first'
    : /^\/(v1|profile|reports?|about)\b/.test(url)
      ? 'usual'
      : 'always';
