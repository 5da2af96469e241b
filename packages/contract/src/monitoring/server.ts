import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { Time } from '../core/fields.ts';

/** `GET /monitor/server`, in RuoYi format with additional fields. */
export const ServerReading = z.object({
  cpu: z.object({
    cpuNum: z.number(),
    total: z.number(),
    used: z.number(),
    sys: z.number(),
    wait: z.number(),
    free: z.number(),
  }),
  /** GiB and percent. */
  mem: z.object({
    total: z.number(),
    used: z.number(),
    free: z.number(),
    usage: z.number(),
  }),
  /** The Node.js process, under RuoYi's name for its virtual machine. MiB. */
  jvm: z.object({
    total: z.number(),
    max: z.number(),
    free: z.number(),
    used: z.number(),
    usage: z.number(),
    name: z.string(),
    version: z.string(),
    home: z.string(),
    startTime: Time,
    runTime: z.string(),
    inputArgs: z.string(),
  }),
  sys: z.object({
    computerName: z.string(),
    computerIp: z.string(),
    userDir: z.string(),
    osName: z.string(),
    osArch: z.string(),
  }),
  sysFiles: z.array(
    z.object({
      dirName: z.string(),
      sysTypeName: z.string(),
      typeName: z.string(),
      total: z.string(),
      free: z.string(),
      used: z.string(),
      usage: z.number(),
    }),
  ),
  /** Bytes and processors. Null without a container. */
  container: z
    .object({
      memoryLimit: z.number().nullable(),
      memoryUsed: z.number().nullable(),
      cpuLimit: z.number().nullable(),
    })
    .nullable(),
  /** Above these values for a minute there is an alarm: percent, and milliseconds for `loopP99`. 0: none. */
  limits: z.object({ cpu: z.number(), memory: z.number(), disk: z.number(), loopP99: z.number() }),
});
export type ServerReading = z.output<typeof ServerReading>;

export const ServerProcess = z.object({
  processId: z.string(),
  role: z.string(),
  hostName: z.string(),
  pid: z.number(),
  startTime: Time,
  /** Seconds since the last heartbeat. */
  silent: z.number(),
  current: z.boolean(),
});
export type ServerProcess = z.output<typeof ServerProcess>;

/** Interval of five seconds. */
export const ServerSample = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Percentage of all processors of the host, and percentage of one processor for this process. */
  cpu: z.number(),
  processCpu: z.number(),
  /** Percentage of the memory available to the host or its container. */
  memory: z.number(),
  /** Bytes. */
  rss: z.number(),
  heapUsed: z.number(),
  /** Event loop delay in milliseconds: median and 99th percentile. */
  loopP50: z.number(),
  loopP99: z.number(),
  /** Event loop utilisation in percent. */
  loopBusy: z.number(),
  /** Milliseconds per interval. */
  gc: z.number(),
  /** Per interval. */
  requests: z.number(),
});
export type ServerSample = z.output<typeof ServerSample>;

export const SAMPLE_SECONDS = 5;
export const SAMPLES_KEPT_SECONDS = 900;

export const server = { path: '/monitor/server', permission: 'monitor:server:list' } as const;

const owner = { path: server.path, rest: 'server' };
const access = { permission: server.permission };
export const serverReading = defineEndpoint(owner, 'GET', { access, data: ServerReading });
export const serverProcesses = defineEndpoint(owner, 'GET /processes', { access, data: z.array(ServerProcess) });
export const serverSamples = defineEndpoint(owner, 'GET /samples', {
  access,
  query: z.object({ processId: z.uuid().optional() }),
  data: z.array(ServerSample),
});
