import type { Plugin } from 'vite';

const BRIGHT = /from '[./]*color-picker\/components\/ColorPresets'/;
const BARREL = "from '@rc-component/color-picker'";
const OWN = '\0suyuan:is-bright';

/** The rule from antd's color-picker file, copied because that file imports the whole color picker. */
const isBright = `
  import { Color } from '@rc-component/color-picker/es/color';
  const isBright = (value, background) => {
    const { r, g, b, a } = value.toRgb();
    if (a <= 0.5) return new Color(value.toRgbString()).onBackground(background).toHsv().v > 0.5;
    return r * 0.299 + g * 0.587 + b * 0.114 > 192;
  };
  export { isBright };
`;

/**
 * antd's buttons and tags import one rule from the color picker, which adds the picker and Collapse to the home page's bundle. This plugin
 * inlines the rule. The build fails when a new antd release changes the import.
 */
export function leanButton(): Plugin {
  return {
    name: 'suyuan-lean-button',
    apply: 'build',
    resolveId: (id) => (id === 'suyuan:is-bright' ? OWN : undefined),
    load: (id) => (id === OWN ? isBright : undefined),
    transform: {
      filter: { id: /antd\/es\/(button\/style\/token|tag\/style\/index|color-picker\/(color|util))\.js$/ },
      handler(code, id) {
        const lean = /(color|util)\.js$/.test(id)
          ? code.replace(BARREL, "from '@rc-component/color-picker/es/color'")
          : code.replace(BRIGHT, "from 'suyuan:is-bright'");
        if (lean === code) throw new Error(`${id} does not import what lean-button expects`);
        return { code: lean, map: null };
      },
    },
  };
}
