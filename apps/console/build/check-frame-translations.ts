import type { Plugin } from 'vite';
import { zhCN } from '../../../packages/contract/src/words/zh-CN.ts';
import { startup } from '../../../packages/contract/src/words/zh-CN-startup.ts';
import { collectStaticImports, findChunk } from './preload-links.ts';

const allKeys = Object.keys(zhCN);

/**
 * The frame renders before the pages' locale pack arrives. The build fails when the frame uses a key that only that pack has. Checks
 * literal keys and the heads of templates such as `manage.batch.state.${state}`; `findTranslationKey` keys are optional.
 */
export function checkFrameTranslations(): Plugin {
  return {
    name: 'suyuan-frame-words',
    apply: 'build',
    generateBundle(_options, bundle) {
      const app = findChunk(bundle, '/src/shell/main.tsx');
      const frameModules = [...collectStaticImports(app, bundle)]
        .map((file) => bundle[file])
        .filter((file) => file?.type === 'chunk')
        .flatMap((chunk) => Object.entries(chunk.modules))
        .filter(([id]) => /\/(apps\/console|packages\/contract)\/src\//.test(id) && !id.includes('/src/words/'));
      const missing = frameModules.flatMap(([id, { code }]) =>
        missingKeysIn(code ?? '').map((key) => `${key} (${id.split('/src/').at(-1)})`),
      );
      if (frameModules.length === 0) throw new Error('no module of the frame was looked at');
      if (missing.length > 0) throw new Error(`the frame says words that only the pages have: ${missing.join(', ')}`);
    },
  };
}

/** Keys that `code` uses and the frame's pack lacks. */
export function missingKeysIn(code: string): string[] {
  const requiredCode = code.replaceAll(/findTranslationKey\(`[^`]*`\)/g, '');
  const literalKeys = [...requiredCode.matchAll(/["'`]([a-z]+(?:\.\w+)+)["'`]/g)]
    .map(([, key]) => key!)
    .filter((key) => Object.hasOwn(zhCN, key));
  const prefixKeys = [...requiredCode.matchAll(/`([a-z]+\.[\w.]*)\$\{/g)].flatMap(([, head]) =>
    allKeys.filter((key) => key.startsWith(head!)),
  );
  return [...new Set([...literalKeys, ...prefixKeys])].filter((key) => !Object.hasOwn(startup, key));
}
