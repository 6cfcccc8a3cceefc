#!/usr/bin/env node
try {
  await import('../dist/main.js');
} catch (cause) {
  if (!/^Cannot find module '[^']*[\\/]dist[\\/]/.test(cause?.message)) throw cause;
  console.error('tessera is not built: run npm run build in the folder of the checkout');
  process.exitCode = 1;
}
