import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Labels are bounded: routes, verdicts, kinds, but never caller input. */
export const registry = new Registry();

const registers = [registry];

export const requestSeconds = new Histogram({
  name: 'suyuan_http_request_seconds',
  help: 'Seconds from the head of a request to the last byte of its answer.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

export const shedRequests = new Counter({
  name: 'suyuan_http_shed_total',
  help: 'Requests that were refused because the process had too much to do, by what there was too much of.',
  labelNames: ['cause'] as const,
  registers,
});

export const cutConnections = new Counter({
  name: 'suyuan_http_cut_connections_total',
  help: 'Connections that were ended because their other end was too slow, or had too many.',
  labelNames: ['cause'] as const,
  registers,
});

export const droppedLines = new Counter({
  name: 'suyuan_log_dropped_lines_total',
  help: 'Lines of the log that nobody took in time.',
  registers,
});

export const scans = new Counter({
  name: 'suyuan_scans_total',
  help: 'Stored scans by verdict.',
  labelNames: ['verdict', 'channel'] as const,
  registers,
});

export const tasksEnded = new Counter({
  name: 'suyuan_tasks_ended_total',
  help: 'Turns at long work that ended here, by kind and outcome.',
  labelNames: ['kind', 'outcome'] as const,
  registers,
});

export const jobSeconds = new Histogram({
  name: 'suyuan_job_seconds',
  help: 'Seconds of runs by the clock, by target and outcome.',
  labelNames: ['target', 'outcome'] as const,
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
});

interface GaugeValue {
  labels?: Record<string, string>;
  value: number;
}

/** A gauge evaluated on scrape. A failure omits it and leaves the others. */
export function gauge(name: string, help: string, labelNames: readonly string[], readValues: () => Promise<GaugeValue[]> | GaugeValue[]) {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      const values = await Promise.resolve(readValues()).catch(() => []);
      this.reset();
      // no value means no line: otherwise the library reports zero for a gauge without labels
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of values) this.set(labels, value);
    },
  });
}

let watching = false;

/** Starts the metrics of event loop, garbage collection and memory; idempotent. */
export function watchProcess() {
  if (watching) return;
  watching = true;
  // the library counts CPU time only from its start
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register: registry });
  for (const [kind, micros] of Object.entries({ user_: user, system_: system, '': user + system })) {
    const counter = registry.getSingleMetric(`process_cpu_${kind}seconds_total`);
    if (counter instanceof Counter) counter.inc(micros / 1e6);
  }
  // the library's own figure is VmData: reserved address space, ten times the actual use
  gauge('process_heap_bytes', 'Bytes of memory that V8 holds for its heap and for buffers outside of it.', [], () => {
    const { heapTotal, external } = process.memoryUsage();
    return [{ value: heapTotal + external }];
  });
}
