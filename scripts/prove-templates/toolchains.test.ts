import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toolchains } from './toolchains.ts';

const project = mkdtempSync(join(tmpdir(), 'tessera-toolchain-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const dependency = (name: string, version = '') =>
  `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${version}</dependency>`;

test('the versions of a Java project are those that its pom.xml states', () => {
  const parent = '<artifactId>spring-boot-starter-parent</artifactId>\n<version>4.0.7</version>';
  const pom = [
    `<parent>${parent}</parent><artifactId>my-adapter</artifactId><version>0.1.0</version><dependencies>`,
    dependency('spring-boot-starter-webmvc'),
    dependency('snakeyaml-engine', '<version>2.10</version>'),
    '</dependencies>',
  ];
  writeFileSync(join(project, 'pom.xml'), pom.join('\n'));
  const java = toolchains.find(({ language }) => language === 'java');
  expect(java?.libraries(project)).toEqual({ 'spring-boot': '4.0.7', 'snakeyaml-engine': '2.10' });
});
