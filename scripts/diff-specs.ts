import { resolve } from 'node:path';
import { compareSpecs } from './diff-specs/compare-specs.ts';
import { asJson, asMarkdown, asTable, refusedOf } from './diff-specs/print-report.ts';
import { checkOut } from './diff-specs/revision.ts';
import { readSpecsTree } from './diff-specs/specs-tree.ts';
import { readWords, runProgram, UsageError } from './flags.ts';

const HELP = `Says who breaks by what has changed in specs/ since a git revision: those who implement a contract, or those
who call it. Redocly's diff is asked too; what it calls major passes only when our policy says why.

Usage: npm run diff:specs -- BASE [flags]
  BASE         git revision, or a folder that holds specs/
  --head NAME  compare with this revision or folder instead of the working tree
  --all        also print changes of words, examples and order
  --json       print everything as JSON
  --markdown   print tables for a pull request
  --root DIR   the repository (default: this one)
  --help       print this

A breaking change needs a new major version: of the contract, in its info.version or in specs/releases.yaml, or of the
product in specs/releases.yaml. In an extension point whatever breaks implementers or callers counts; in an API of the
platform, which only the platform implements, what breaks callers does. The table of verdicts is
scripts/diff-specs/policy.ts.

Exit codes: 0 fine, 1 a breaking change without a new major version, 2 wrong usage or an unknown revision.

Examples
  npm run diff:specs -- HEAD
  npm run diff:specs -- v2.3.0 --markdown
  npm run diff:specs -- v2.2.0 --head v2.3.0 --json`;

const OPTIONS = {
  head: { type: 'string' },
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
  root: { type: 'string' },
} as const;

await runProgram(HELP, async (argv) => {
  const { values, positionals } = readWords(argv, OPTIONS);
  const [base, ...others] = positionals;
  if (base === undefined) throw new UsageError('which revision is the base?');
  if (others.length > 0) throw new UsageError(`one base is enough; not understood: ${others.join(' ')}`);
  if (values.json && values.markdown) throw new UsageError('--json and --markdown exclude each other');
  const root = resolve(values.root ?? resolve(import.meta.dirname, '..'));
  const before = await checkOut(root, base);
  try {
    const after = values.head === undefined ? undefined : await checkOut(root, values.head);
    try {
      const head = values.head ?? 'the working tree';
      const reports = await compareSpecs(
        readSpecsTree(before.folder, base),
        readSpecsTree(after?.folder ?? root, head),
      );
      const comparison = { base, head, reports, all: values.all };
      console.log(
        values.json ? asJson(comparison) : values.markdown ? asMarkdown(comparison) : asTable(comparison),
      );
      return refusedOf(reports) > 0 ? 1 : 0;
    } finally {
      after?.remove();
    }
  } finally {
    before.remove();
  }
});
