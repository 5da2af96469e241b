import { applyAppearance, readStoredSettings } from '../ui/appearance.ts';

// Applies the theme before the first paint, in the console and on the sign-in page, to avoid a flash.
applyAppearance(readStoredSettings());
