import { build, type Rolldown } from 'vite';

/** A source file and all that it imports as one script of its own, which is no module. */
export async function smallScript(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // as in vite.config.ts: its timings are printed whatever `logLevel` says
      rolldownOptions: { input: source, output: { format: 'iife' }, checks: { pluginTimings: false } },
    },
  });
  // The cast: without `watch`, and with one output, `build` answers one bundle.
  const [{ code }] = (built as Rolldown.RolldownOutput).output;
  return code.trim().replaceAll('</script', '<\\/script');
}
