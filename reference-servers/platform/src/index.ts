export { createPlatform, type Platform, type PlatformOptions } from './create-platform.ts';
export { DEFAULT_SETTINGS, type Settings } from './settings.ts';
