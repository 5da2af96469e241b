import { z } from 'zod';
/** One process of ours as it stands and as it was: what `GET /monitor/server` answers, in the family's shape with more beside it. */
export const ServerReading = z.object({
  cpu: z.object({
    cpuNum: z.number(),
    total: z.number(),
    used: z.number(),
    sys: z.number(),
    wait: z.number(),
    free: z.number(),
  }),
  /** GiB, and per cent. */
  mem: z.object({
    total: z.number(),
    used: z.number(),
    free: z.number(),
    usage: z.number(),
  }),
  /** The process under the family's name for its virtual machine; MiB. */
  jvm: z.object({
    total: z.number(),
    max: z.number(),
    free: z.number(),
    used: z.number(),
    usage: z.number(),
    name: z.string(),
    version: z.string(),
    home: z.string(),
    startTime: z.string(),
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
  /** What limits the container, where there is one; else null. Bytes and processors. */
  container: z
    .object({
      memoryLimit: z.number().nullable(),
      memoryUsed: z.number().nullable(),
      cpuLimit: z.number().nullable(),
    })
    .nullable(),
});
export type ServerReading = z.output<typeof ServerReading>;

/** A process that answers to this installation. */
export const ServerProcess = z.object({
  processId: z.string(),
  role: z.string(),
  hostName: z.string(),
  pid: z.number(),
  startTime: z.string(),
  /** Seconds since it last said something. */
  silent: z.number(),
  /** The process that answers this question. */
  current: z.boolean(),
});
export type ServerProcess = z.output<typeof ServerProcess>;

/** What a process measured of itself and its host over five seconds. */
export const ServerSample = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Per cent of the host's processors, and of one processor by this process. */
  cpu: z.number(),
  processCpu: z.number(),
  /** Per cent of what the host or its container may use. */
  memory: z.number(),
  /** Bytes. */
  rss: z.number(),
  heapUsed: z.number(),
  /** Milliseconds that the event loop was late: half of the time, and in the worst hundredth. */
  loopP50: z.number(),
  loopP99: z.number(),
  /** Share of time that the event loop was at work, per cent. */
  loopBusy: z.number(),
  /** Milliseconds of garbage collection within the five seconds. */
  gc: z.number(),
  /** Requests answered within the five seconds. */
  requests: z.number(),
});
export type ServerSample = z.output<typeof ServerSample>;

/** A sample every so many seconds, kept for so many. */
export const SAMPLE_SECONDS = 5;
export const SAMPLES_KEPT_SECONDS = 900;

export const server = { path: '/monitor/server', permission: 'monitor:server:list' } as const;
