import type { Plugin } from 'vite';

const BARREL = "from '@rc-component/form'";

/**
 * antd's menus and buttons import one form context through an index that pulls in all of Form and its validator. This plugin redirects them
 * to the context's own file. The build fails when a new antd release changes the import.
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
