import v8 from 'node:v8';
import vm from 'node:vm';

/** Milliseconds after the start, when load is low. */
const DELAY = 2000;

/** Collects garbage once, about 0.1 s. V8 alone would hold the start's memory, a third of an idle process's, for hours. */
export function collectGarbageAfterStart(): void {
  setTimeout(() => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, DELAY).unref();
}
