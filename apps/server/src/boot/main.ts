import { setTimeout as wait } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { startSampler } from '../features/monitoring/server/sampler.ts';
import { hearsOthers, shareCache } from '../platform/cache/cache.ts';
import { startHeartbeat } from '../platform/db/heartbeat.ts';
import { openStandby } from '../platform/db/standby-reads.ts';
import { reportAfterCommitErrors } from '../platform/db/transaction.ts';
import type { Installation } from '../platform/http/installation.ts';
import { logStream } from '../platform/http/log-stream.ts';
import { logOf } from '../platform/log.ts';
import { createAlarms } from './alarms.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { banner, firstStart, passwordLines, warnAboutInitialValues } from './first-start.ts';
import { type Lifetime, runUntilStopped } from './lifetime.ts';
import { acquireDataFolder, openInstallation } from './open-installation.ts';
import { addressOf, ensurePortFree, portRefusal } from './ports.ts';
import { fileLimitWarning, reportOlderDatabase, roleWarning } from './startup-warnings.ts';

/** Milliseconds after the start, when load is low. */
const DELAY = 2000;

/** Collects garbage once, about 0.1 s. V8 alone would hold the start's memory, a third of an idle process's, for hours. */
function collectGarbageAfterStart(): void {
  setTimeout(() => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, DELAY).unref();
}

type SiteVariable = 'PORT' | 'PUBLIC_PORT' | 'HEALTH_PORT';

interface Site {
  variable: SiteVariable;
  port: number;
  make(installation: Installation): Promise<FastifyInstance>;
}

/** Each is loaded when the settings, the data folder and the ports are accepted, and only in a process with that role. */
const makeConsole: Site['make'] = async (installation) => (await import('./app.ts')).consoleApp(installation);
const makePublic: Site['make'] = async (installation) => (await import('./public-app.ts')).publicApp(installation);
const makeSupervision: Site['make'] = async (installation) => (await import('./supervision.ts')).supervisionApp(installation);

/** Milliseconds for requests in flight after a request to end. */
const DRAIN_TIMEOUT = 10_000;
const poolSize = 20;
const standbyPoolSize = 10;

const parsed = readEnvironment(process.env);
if ('wrong' in parsed) {
  for (const line of parsed.wrong) console.error(line);
  process.exitCode = 2;
} else {
  runUntilStopped((lifetime) => serve(parsed.environment, lifetime));
}

async function serve(environment: Environment, lifetime: Lifetime) {
  const { host, role } = environment;
  lifetime.onClose(() => logStream.drain(500));
  const port = role === 'all' || role === 'console' ? environment.port : undefined;
  const publicPort = role === 'all' || role === 'public' ? environment.publicPort : undefined;
  const plannedAddresses = [port, publicPort].filter((each) => each !== undefined).map((each) => addressOf(host, each));
  const folder = await acquireDataFolder(environment, lifetime, { pid: process.pid, kind: 'server', addresses: plannedAddresses });
  const sites: Site[] = [];
  if (port !== undefined) sites.push({ variable: 'PORT', port: await ensurePortFree('PORT', host, port), make: makeConsole });
  if (publicPort !== undefined)
    sites.push({ variable: 'PUBLIC_PORT', port: await ensurePortFree('PUBLIC_PORT', host, publicPort), make: makePublic });
  if (environment.healthPort !== undefined) {
    const healthPort = await ensurePortFree('HEALTH_PORT', host, environment.healthPort);
    sites.push({ variable: 'HEALTH_PORT', port: healthPort, make: makeSupervision });
  }
  const installation = await openInstallation(environment, lifetime, folder, poolSize);
  const publicSite = sites.find(({ variable }) => variable === 'PUBLIC_PORT');
  installation.publicBaseUrl ||= addressOf(host, publicSite?.port ?? environment.publicPort);

  const heartbeat = startHeartbeat(installation.db);
  lifetime.onClose(() => heartbeat.stop());
  useStandby(environment, installation, lifetime);
  await joinCache(environment, installation, lifetime);
  await reportOlderDatabase(installation);
  for (const warning of [await roleWarning(installation.db), fileLimitWarning(sites.length)]) if (warning) console.error(warning);
  const passwords = await firstStart(installation, environment);
  try {
    await start(sites, environment, installation, lifetime);
  } catch (error) {
    // Print them even on failure: they cannot be recovered later.
    if (passwords.length > 0) console.log(passwordLines(passwords));
    throw error;
  }
  lifetime.onClose(folder.leave);
  collectGarbageAfterStart();
  console.log(banner({ role, sites: sites.map(({ variable, port }) => ({ variable, address: addressOf(host, port) })), passwords }));
}

/** Background work and sites. */
async function start(sites: Site[], environment: Environment, installation: Installation, lifetime: Lifetime) {
  const { role } = environment;
  await warnAboutInitialValues(installation, environment);
  lifetime.throwIfEnding();
  if (role === 'all' || role === 'worker') {
    const { startWorker } = await import('./worker.ts');
    const worker = await startWorker(installation);
    lifetime.onClose(() => worker.stop());
  }
  const log = logOf(installation, 'process');
  const report = (err: unknown) => log.error({ err });
  reportAfterCommitErrors(installation.db, report);
  const sampler = startSampler(installation, role, createAlarms().host(installation.db), report);
  lifetime.onClose(() => sampler.stop());
  await listen(sites, environment, installation, lifetime);
  lifetime.throwIfEnding();
}

function useStandby({ databaseReadUrl, databaseReadLag, role }: Environment, { db }: Installation, lifetime: Lifetime) {
  // the verification site has no lists
  if (!databaseReadUrl || role === 'public') return;
  const options = { max: standbyPoolSize, lagBound: databaseReadLag * 1000, hearsWrites: () => hearsOthers(db) };
  const standby = openStandby(db, databaseReadUrl, options);
  lifetime.onClose(() => standby.stop());
}

async function joinCache({ redisUrl }: Environment, installation: Installation, lifetime: Lifetime) {
  if (!redisUrl) return;
  const cache = await shareCache(installation.db, redisUrl, installation.masterKey, createAlarms().cache(installation));
  lifetime.onClose(() => cache.close());
}

async function listen(sites: Site[], { host, drainSeconds }: Environment, installation: Installation, lifetime: Lifetime) {
  const draining = new AbortController();
  installation.draining = draining.signal;
  const apps = await Promise.all(sites.map(({ make }) => make(installation)));
  lifetime.onClose(async (isHurried) => {
    draining.abort();
    // load balancers must notice first
    if (!isHurried && sites.some(({ variable }) => variable !== 'HEALTH_PORT')) await wait(drainSeconds * 1000);
    await Promise.all(apps.map(drain));
  });
  for (const [index, { variable, port }] of sites.entries()) {
    await apps[index]?.listen({ host, port }).catch((error) => {
      throw portRefusal(error, variable, host, port);
    });
  }
}

/** Stops accepting requests, waits for those in flight, and closes slow connections. */
async function drain(app: FastifyInstance) {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT);
  await app.close();
  clearTimeout(cut);
}
