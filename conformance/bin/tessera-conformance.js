#!/usr/bin/env node
try {
  const { main } = await import('../dist/cli.js');
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  if (!/^Cannot find module '[^']*[\\/]dist[\\/]/.test(cause?.message)) throw cause;
  console.error('tessera-conformance is not built: run npm run build in the folder of the checkout');
  // The code of a harness error: there is no verdict.
  process.exitCode = 3;
}
