// Imported first by the build: React and Vite read this when they load, and the output may not depend on the shell.
process.env['NODE_ENV'] = 'production';
