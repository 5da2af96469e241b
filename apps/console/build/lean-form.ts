import type { Plugin } from 'vite';

const BARREL = "from '@rc-component/form'";

/**
 * antd's menus and buttons ask the form package for one context, by an index that hangs every part of a form on the others: home would
 * bring fields and their validator along. Here they ask the context's own file; a release that says it otherwise refuses to build.
 */
export function leanForm(): Plugin {
  return {
    name: 'suyuan-lean-form',
    apply: 'build',
    transform: {
      filter: { id: /antd\/es\/form\/context\.js$/ },
      handler(code) {
        if (!code.includes(BARREL)) throw new Error('antd/es/form/context.js does not import what lean-form expects');
        return { code: code.replace(BARREL, "from '@rc-component/form/es/FormContext'"), map: null };
      },
    },
  };
}
