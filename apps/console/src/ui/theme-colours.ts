/** Shades of a theme colour: `solid` behind white text, `strong` for hover and active, `ink` for text. */
interface Shades {
  solid: string;
  strong: string;
  ink: string;
}

interface ThemeColour {
  name: 'sky' | 'indigo' | 'purple' | 'magenta' | 'teal' | 'green' | 'amber' | 'graphite';
  light: Shades;
  dark: Shades;
}

/**
 * The eight presets by stored value. Red is reserved for errors, deletion and void states.
 * White on `solid` has 4.5:1 in both schemes, except the default in light (3.2:1). `ink` has 4.5:1 on paper and on its tint.
 */
export const themeColours: Record<string, ThemeColour> = {
  '#1890ff': { name: 'sky', light: shades('#1890ff', '#0958d9', '#0958d9'), dark: shades('#1375cf', '#116abc', '#63a4df') },
  '#2f54eb': { name: 'indigo', light: shades('#2f54eb', '#2542b7', '#2f54eb'), dark: shades('#4465ed', '#3e5cd8', '#859bf3') },
  '#722ed1': { name: 'purple', light: shades('#722ed1', '#5924a3', '#722ed1'), dark: shades('#8b54d9', '#7e4cc5', '#b28ee6') },
  '#c41d7f': { name: 'magenta', light: shades('#c41d7f', '#991763', '#c41d7f'), dark: shades('#ca348c', '#b82f7f', '#dd7db5') },
  '#006d75': { name: 'teal', light: shades('#006d75', '#00555b', '#006d75'), dark: shades('#1c7d84', '#197278', '#69a9ae') },
  '#237804': { name: 'green', light: shades('#237804', '#1b5e03', '#237804'), dark: shades('#358318', '#307716', '#78ac64') },
  '#ad4e00': { name: 'amber', light: shades('#ad4e00', '#873d00', '#ad4e00'), dark: shades('#b2590f', '#a2510e', '#cd9363') },
  '#434b57': { name: 'graphite', light: shades('#434b57', '#343b44', '#434b57'), dark: shades('#6c737c', '#626971', '#9da1a7') },
};

function shades(solid: string, strong: string, ink: string): Shades {
  return { solid, strong, ink };
}

export const DEFAULT_COLOUR = '#1890ff';

/** Background of the current entry in a dark menu. The default colour is too light for its white text. */
export const menuActiveColourOf = (colour: string, dark: boolean): string =>
  !dark && colour === DEFAULT_COLOUR ? '#1674d4' : shadesOf(colour, dark).solid;

/** Unknown colours use the default. */
export function shadesOf(colour: string, dark: boolean): Shades {
  const preset = Object.hasOwn(themeColours, colour) ? themeColours[colour] : undefined;
  return (preset ?? (themeColours[DEFAULT_COLOUR] as ThemeColour))[dark ? 'dark' : 'light'];
}
