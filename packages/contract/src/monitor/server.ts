/** One process of ours as it stands and as it was: what `GET /monitor/server` answers, in the family's shape with more beside it. */
export interface ServerReading {
  cpu: { cpuNum: number; total: number; used: number; sys: number; wait: number; free: number };
  /** GiB, and per cent. */
  mem: { total: number; used: number; free: number; usage: number };
  /** The process under the family's name for its virtual machine; MiB. */
  jvm: {
    total: number;
    max: number;
    free: number;
    used: number;
    usage: number;
    name: string;
    version: string;
    home: string;
    startTime: string;
    runTime: string;
    inputArgs: string;
  };
  sys: { computerName: string; computerIp: string; userDir: string; osName: string; osArch: string };
  sysFiles: { dirName: string; sysTypeName: string; typeName: string; total: string; free: string; used: string; usage: number }[];
  /** What limits the container, where there is one; else null. Bytes and processors. */
  container: { memoryLimit: number | null; memoryUsed: number | null; cpuLimit: number | null } | null;
}

/** A process that answers to this installation. */
export interface ServerProcess {
  processId: string;
  role: string;
  hostName: string;
  pid: number;
  startTime: string;
  /** Seconds since it last said something. */
  silent: number;
  /** The process that answers this question. */
  current: boolean;
}

/** What a process measured of itself and its host over five seconds. */
export interface ServerSample {
  /** Milliseconds since 1970. */
  at: number;
  /** Per cent of the host's processors, and of one processor by this process. */
  cpu: number;
  processCpu: number;
  /** Per cent of what the host or its container may use. */
  memory: number;
  /** Bytes. */
  rss: number;
  heapUsed: number;
  /** Milliseconds that the event loop was late: half of the time, and in the worst hundredth. */
  loopP50: number;
  loopP99: number;
  /** Share of time that the event loop was at work, per cent. */
  loopBusy: number;
  /** Milliseconds of garbage collection within the five seconds. */
  gc: number;
  /** Requests answered within the five seconds. */
  requests: number;
}

/** A sample every so many seconds, kept for so many. */
export const SAMPLE_SECONDS = 5;
export const SAMPLES_KEPT_SECONDS = 900;

export const server = { path: '/monitor/server', permission: 'monitor:server:list' } as const;
