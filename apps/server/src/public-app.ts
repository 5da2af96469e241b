import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subscribeToInvalidations } from './cache/cache.ts';
import { publicTrace } from './features/manage/traceability/public-trace.service.ts';
import { aboutGoods } from './features/public/page/about.ts';
import { answerNoRequest } from './features/public/page/client-error.ts';
import { notAnAddress, pageRoutes } from './features/public/page/page.routes.ts';
import { verificationSitePolicy } from './features/public/page/site.ts';
import { siteFileRoutes } from './features/public/page/site-files.routes.ts';
import { REPORT_PICTURE } from './features/public/report/picture.ts';
import { reportRoutes } from './features/public/report/report.routes.ts';
import { verificationRoutes } from './features/public/verification/verification.routes.ts';
import { createVerifier } from './features/public/verification/verification.service.ts';
import { parseQuery } from './http/bodies.ts';
import { frame } from './http/frame.ts';
import { gate, type RouteInfo } from './http/gate.ts';
import type { Installation } from './http/installation.ts';
import { relieve, type Urgency } from './http/pressure.ts';
import { answerAsProblem } from './http/problem-json.ts';
import { readBodies } from './http/read-bodies.ts';
import { safeHeaders } from './http/safe-headers.ts';
import { isPartAFile } from './http/sent-file.ts';
import { supervisedBy } from './supervision.ts';

/** The shopper's site and the plain interface: an origin of its own, no sessions, open to all; both languages whatever the console has. */
export async function publicApp(installation: Installation, verifier = createVerifier(installation)): Promise<FastifyInstance> {
  // a path of any length is looked at: it is a code that is not ours, like others
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

/** The routes of the shopper's site, told by a site that nobody enters. */
export async function publicRouteTable(installation: Installation): Promise<readonly RouteInfo[]> {
  const verify = () => Promise.reject(new Error('only described'));
  const app = await publicApp(installation, { verify });
  await app.ready();
  const { routeTable } = app;
  await app.close();
  return routeTable;
}

/** A verdict comes first: who scans stands before the goods. */
const urgencyOf = ({ routeOptions: { url = '' } }: FastifyRequest): Urgency =>
  /^\/(v1\/verifications|(c|01|8006|8010|253|255)\/)/i.test(url)
    ? 'first'
    : /^\/(v1|profile|reports?|about)\b/.test(url)
      ? 'usual'
      : 'always';
