import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reportRoutes } from '../features/scans/consumer-report/consumer-report.routes.ts';
import { REPORT_PICTURE } from '../features/scans/consumer-report/picture.ts';
import { verificationRoutes } from '../features/scans/verification/verification.routes.ts';
import { createVerifier } from '../features/scans/verification/verification.service.ts';
import { aboutGoods } from '../features/scans/verification-page/about.ts';
import { answerNoRequest } from '../features/scans/verification-page/client-error.ts';
import { verificationSitePolicy } from '../features/scans/verification-page/site.ts';
import { siteFileRoutes } from '../features/scans/verification-page/site-files.routes.ts';
import { notAnAddress, pageRoutes } from '../features/scans/verification-page/verification-page.routes.ts';
import { publicTrace } from '../features/traces/trace-record/public-trace.service.ts';
import { subscribeToInvalidations } from '../platform/cache/cache.ts';
import { parseQuery } from '../platform/http/bodies.ts';
import { frame } from '../platform/http/frame.ts';
import { gate, type RouteInfo } from '../platform/http/gate.ts';
import type { Installation } from '../platform/http/installation.ts';
import { relieve, type Urgency } from '../platform/http/pressure.ts';
import { answerAsProblem } from '../platform/http/problem-json.ts';
import { readBodies } from '../platform/http/read-bodies.ts';
import { safeHeaders } from '../platform/http/safe-headers.ts';
import { isPartAFile } from '../platform/http/sent-file.ts';
import { supervisedBy } from './supervision.ts';

/** A separate origin without sessions, in both languages. */
export async function publicApp(installation: Installation, verifier = createVerifier(installation)): Promise<FastifyInstance> {
  // an overlong code gets the response for an unknown code
  const app = frame(installation, {
    maxParamLength: 16_384,
    frameworkErrors: (_error, request, reply) => notAnAddress(installation, request, reply),
    clientErrorHandler: answerNoRequest(installation),
  });
  await safeHeaders(app, {
    contentSecurityPolicy: { useDefaults: false, directives: verificationSitePolicy },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
  const told = subscribeToInvalidations(installation.db);
  app.addHook('onClose', () => told.close());
  relieve(app, installation, urgencyOf);
  gate(app, { ...installation, englishEnabled: true }, async () => undefined);
  app.setErrorHandler(answerAsProblem);
  await app.register(formbody, { parser: parseQuery, bodyLimit: 1024 });
  await app.register(multipart, { isPartAFile, limits: { fileSize: REPORT_PICTURE + 1, files: 1, fields: 8, fieldSize: 4096, parts: 9 } });
  readBodies(app);
  verificationRoutes(app, verifier);
  reportRoutes(app);
  pageRoutes(app, verifier, { wayOf: publicTrace(installation.db), about: aboutGoods(installation.db) });
  siteFileRoutes(app);
  supervisedBy(app, installation);
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
