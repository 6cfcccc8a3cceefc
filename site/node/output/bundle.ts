import '../production.ts';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { type BundleName, bundleConfig } from '../../vite.config.ts';
import { bundleFolder, isBundleName } from './client-bundle.ts';

const names = process.argv.slice(2).filter(isBundleName);
await Promise.all(names.map((name) => bundleInto(name, bundleFolder(name))));

async function bundleInto(name: BundleName, folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await build(bundleConfig(name, temporary));
  } catch (error) {
    rmSync(temporary, { recursive: true });
    throw error;
  }
  try {
    renameSync(temporary, folder);
  } catch (error) {
    // Another build has finished the same folder meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(temporary, { recursive: true });
  }
}
