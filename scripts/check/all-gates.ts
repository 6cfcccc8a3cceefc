import { boundaries } from './boundaries.ts';
import { catalogs } from './catalogs.ts';
import { commits } from './commits.ts';
import { deadCode } from './dead-code.ts';
import { formatLint } from './format-lint.ts';
import type { Gate } from './gate.ts';
import { generated } from './generated.ts';
import { licenses } from './licenses.ts';
import { lintSpec } from './lint-spec.ts';
import { literals } from './literals.ts';
import { names } from './names.ts';
import { pack } from './pack.ts';
import { paths } from './paths.ts';
import { promises } from './promises.ts';
import { ratchet } from './ratchet.ts';
import { scope } from './scope.ts';
import { size } from './size.ts';
import { specDiff } from './spec-diff.ts';
import { surface } from './surface.ts';
import { types } from './types.ts';
import { versions } from './versions.ts';
import { voice } from './voice.ts';

/** Every gate, in the order in which a table lists them. */
export const ALL_GATES: readonly Gate[] = [
  formatLint,
  lintSpec,
  specDiff,
  generated,
  types,
  boundaries,
  names,
  paths,
  promises,
  literals,
  catalogs,
  ratchet,
  voice,
  versions,
  scope,
  licenses,
  commits,
  surface,
  size,
  deadCode,
  pack,
];
