import { expect, it } from 'vitest';
import { needsOtherPrograms } from './other-programs.ts';

it.each([
  'docker build -t my-server .',
  'python3 -m venv .venv\n. .venv/bin/activate\npip install -r requirements-test.txt',
  'export KEY=$(openssl rand -hex 32)',
  'npx tessera conformance platform --url https://platform.example.com',
  'npx tessera conformance integrator --callback-url http://10.0.0.5:8099',
])('%s needs more than the toolkit', (commands) => {
  expect(needsOtherPrograms(commands)).toBe(true);
});

it.each([
  'npx tessera platform deploy',
  'npx tessera init tech-adapter ../my-adapter --language python',
  "curl -s http://127.0.0.1:8080 -d '{}' | grep -o status",
])('%s can be run by a check', (commands) => {
  expect(needsOtherPrograms(commands)).toBe(false);
});
