import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand } from './check/command.ts';
import { oneOf, readFlags, runProgram, UsageError } from './flags.ts';
import { must, StepFailed } from './must-run.ts';
import { DESCRIPTOR, PAGE_CONTRACT, pagesWithChanges } from './prove-templates/page-samples.ts';
import { isConformant, ROOT, writeTemplate } from './prove-templates/prove-project.ts';
import { type Toolchain, toolchains } from './prove-templates/toolchains.ts';
import { applyStep } from './recipes/apply-step.ts';

const PROVEN = join(ROOT, 'reference-servers/templates/proven.json');
const APIS = join(ROOT, 'generated/bundle');

const HELP = `Proves the templates of "init --language": writes each project, installs it from its package registry, runs its
tests, starts it and lets the conformance suite judge it. Does the same with each page of the site that changes a Python
project, after its changes. Needs the network. A language whose interpreter or registry is
missing is skipped.

Usage: npm run prove:templates -- [flags]
  --language LANGUAGE  only this language
  --contract CONTRACT  only this contract
  --write              write the proven versions to reference-servers/templates/proven.json
  --help               print this

Ends with 0 if everything that was judged is conformant, with 1 otherwise.`;

/** What one language was proven with. */
interface Proof {
  readonly versions: Readonly<Record<string, string>>;
  readonly contracts: readonly string[];
}

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    language: { type: 'string' },
    contract: { type: 'string' },
    write: { type: 'boolean', default: false },
  });
  if (flags.write && flags.contract !== undefined)
    throw new UsageError('--write keeps the proof of a whole language: leave --contract out');
  const language = oneOf(
    'language',
    flags.language,
    toolchains.map((one) => one.language),
  );
  const chosen = toolchains.filter((one) => language === undefined || one.language === language);
  // What is not proven in this run keeps its proof.
  const proofs: Record<string, Proof> = JSON.parse(readFileSync(PROVEN, 'utf8'));
  let isProven = true;
  for (const toolchain of chosen) {
    const outcome = await proveLanguage(toolchain, flags.contract);
    if (outcome === 'failed') isProven = false;
    else if (outcome !== 'skipped') proofs[toolchain.language] = outcome;
  }
  if (flags.write && isProven) writeFileSync(PROVEN, `${JSON.stringify(proofs, null, 2)}\n`);
  return isProven ? 0 : 1;
});

async function proveLanguage(toolchain: Toolchain, only?: string): Promise<Proof | 'skipped' | 'failed'> {
  const { language, needs } = toolchain;
  const versions: Record<string, string> = {};
  for (const {
    name,
    version: [file, ...args],
    fits,
  } of needs) {
    const { output } = await runCommand(ROOT, file, args).catch(() => ({ output: '' }));
    const version = fits.exec(output)?.[1];
    if (version === undefined) return skip(language, `${name} is not installed in a version that will do`);
    versions[name] = version;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'tessera-prove-'));
  try {
    const verdicts = new Map<string, string>();
    for (const contract of contractsOf(language).filter((one) => only === undefined || one === only)) {
      const project = join(scratch, contract);
      const tools = join(scratch, 'tools');
      await writeTemplate(language, contract, project);
      const missing = await install(toolchain, tools, project);
      if (missing !== undefined) return skip(language, missing);
      for (const command of toolchain.test(tools)) await must(project, command);
      Object.assign(versions, toolchain.libraries(project));
      const verdict = (await isConformant(toolchain, tools, project, contract))
        ? 'conformant'
        : 'not conformant';
      verdicts.set(contract, verdict);
      const libraries = Object.entries(toolchain.libraries(project)).map((pair) => pair.join(' '));
      console.log(`${contract.padEnd(20)}  ${language.padEnd(8)}  ${verdict}  (${libraries.join(', ')})`);
    }
    const pages = only === undefined && language === 'python' ? await provePages(toolchain, scratch) : true;
    const isProven = pages && [...verdicts.values()].every((verdict) => verdict === 'conformant');
    return isProven ? { versions, contracts: [...verdicts.keys()] } : 'failed';
  } catch (thrown) {
    if (!(thrown instanceof StepFailed)) throw thrown;
    console.error(thrown.message);
    return 'failed';
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Changes a project as each page does; true if its tests pass and it conforms. */
async function provePages(toolchain: Toolchain, scratch: string): Promise<boolean> {
  const tools = join(scratch, 'tools');
  const verdicts: boolean[] = [];
  for (const { page, steps } of pagesWithChanges()) {
    const project = join(scratch, 'pages', basename(page, '.md'));
    await writeTemplate(toolchain.language, PAGE_CONTRACT, project);
    for (const step of steps) applyStep(project, step);
    for (const command of toolchain.test(tools)) await must(project, command);
    const flags = existsSync(join(project, DESCRIPTOR)) ? ['--descriptor', DESCRIPTOR] : [];
    const isGood = await isConformant(toolchain, tools, project, PAGE_CONTRACT, ...flags);
    verdicts.push(isGood);
    console.log(`${page}  ${isGood ? 'conformant' : 'not conformant'}`);
  }
  return !verdicts.includes(false);
}

/** Installs the project; answers with a sentence when the registry cannot be reached. */
async function install(toolchain: Toolchain, tools: string, project: string): Promise<string | undefined> {
  try {
    for (const command of toolchain.install(tools)) await must(project, command);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof StepFailed) || !toolchain.registryFails.test(thrown.message)) throw thrown;
    const [last] = thrown.message.split('\n').slice(-1);
    return `the dependencies cannot be installed: ${last}`;
  }
}

function skip(language: string, why: string): 'skipped' {
  console.log(`${language}: skipped, ${why}`);
  return 'skipped';
}

/** Contracts that the language has a template for. */
function contractsOf(language: string): string[] {
  const folders = readdirSync(join(ROOT, 'reference-servers/templates', language));
  const apis = readdirSync(APIS).map((file) => file.replace('.openapi.json', ''));
  return apis.filter((api) => folders.includes(api));
}
