import { build, type Rolldown } from 'vite';

/** Bundles a source file and its imports into one classic script. */
export async function bundleScript(source: string): Promise<string> {
  const buildResult = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // as in vite.config.ts: plugin timings ignore `logLevel`
      rolldownOptions: { input: source, output: { format: 'iife' }, checks: { pluginTimings: false } },
    },
  });
  // The cast: without `watch`, and with one output, `build` returns one bundle.
  const [{ code }] = (buildResult as Rolldown.RolldownOutput).output;
  return code.trim().replaceAll('</script', '<\\/script');
}
