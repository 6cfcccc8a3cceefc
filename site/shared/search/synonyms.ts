/** Words that readers bring from elsewhere, and what the same is called here, the likeliest first. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ad: ['microsoft'],
  agreement: ['contract'],
  alert: ['notification'],
  anonymous: ['guest'],
  appearance: ['theme'],
  attach: ['file picker'],
  attachment: ['file picker'],
  autocomplete: ['picker'],
  azure: ['microsoft'],
  branding: ['theme'],
  certification: ['conformance'],
  chat: ['webhook'],
  chatbot: ['assistant'],
  chatgpt: ['assistant', 'language model'],
  ci: ['pipeline'],
  cli: ['command'],
  color: ['theme'],
  colors: ['theme'],
  colour: ['theme'],
  colours: ['theme'],
  compliance: ['conformance', 'policy'],
  compliant: ['conformance', 'policy'],
  csharp: ['tech adapter'],
  dashboard: ['marketplace'],
  dataset: ['data product', 'output port'],
  datasets: ['data product', 'output port'],
  delete: ['undeploy'],
  dev: ['environment'],
  directory: ['LDAP'],
  docker: ['container'],
  drift: ['data contract guardian'],
  dropdown: ['picker'],
  'dry run': ['preview provisioning'],
  email: ['mail'],
  entra: ['microsoft'],
  env: ['environment'],
  feedback: ['rating'],
  go: ['tech adapter'],
  golang: ['tech adapter'],
  gpt: ['language model', 'LLM'],
  hang: ['finish'],
  hangs: ['finish'],
  helm: ['installation'],
  hide: ['conditional'],
  iam: ['RBAC'],
  import: ['reverse provisioning'],
  incompatible: ['breaking', 'major'],
  java: ['tech adapter'],
  javascript: ['typescript'],
  jira: ['ticket', 'external system'],
  k8s: ['kubernetes', 'installation'],
  kotlin: ['tech adapter'],
  kubernetes: ['installation'],
  lineage: ['visual discovery'],
  login: ['authentication'],
  logo: ['theme'],
  'log in': ['authentication'],
  look: ['theme', 'appearance'],
  mail: ['email'],
  mandatory: ['required'],
  mock: ['reference servers'],
  monitoring: ['guardian', 'metrics'],
  monorepo: ['mono-repo component'],
  node: ['typescript'],
  openai: ['configure LLM'],
  openshift: ['kubernetes', 'installation'],
  password: ['credentials'],
  permission: ['RBAC', 'access'],
  permissions: ['RBAC', 'access'],
  plugin: ['tech adapter'],
  prod: ['environment'],
  publish: ['register', 'registration'],
  python: ['tech adapter'],
  quality: ['guardian', 'data contract'],
  quickstart: ['getting started'],
  quota: ['limit'],
  remove: ['undeploy', 'revoke'],
  review: ['rating'],
  rights: ['permissions', 'RBAC'],
  role: ['RBAC'],
  roles: ['RBAC'],
  rule: ['policy'],
  rules: ['policies'],
  rust: ['tech adapter'],
  sandbox: ['reference servers'],
  sdk: ['client'],
  secret: ['credentials'],
  servicenow: ['ticket', 'external system'],
  'sign in': ['authentication'],
  'sign on': ['authentication'],
  slack: ['webhooks'],
  sso: ['authentication'],
  stuck: ['finish'],
  subscribe: ['request access'],
  subscription: ['access request'],
  sync: ['reverse provisioning', 'reconciliation'],
  teams: ['webhooks'],
  terraform: ['infrastructure template'],
  'turn off': ['disable', 'preferences'],
  undo: ['undeploy'],
  upgrade: ['migration'],
  wait: ['poll'],
  wizard: ['editor wizard'],
};

/** What a word of a query may stand for: the reader's words, then ours; the words of each belong together. */
export type Meaning = readonly (readonly string[])[];

/** The words of a query with their synonyms, without words that say nothing. */
export function meaningsOf(
  tokens: readonly string[],
  isStopWord: (token: string) => boolean,
): readonly Meaning[] {
  return stepsOf(tokens).flatMap(({ typed, synonyms }) => {
    const own = typed.filter((token) => !isStopWord(token));
    const meanings = [...(own.length > 0 ? [own] : []), ...synonyms.map(wordsOf)];
    return meanings.length > 0 ? [meanings] : [];
  });
}

/** The words of a query with those that are called otherwise here replaced; null when none is. */
export function translated(tokens: readonly string[]): string[] | null {
  const steps = stepsOf(tokens);
  if (steps.every(({ synonyms }) => synonyms.length === 0)) return null;
  const words = steps.flatMap(({ typed, synonyms: [first] }) =>
    first === undefined ? typed : wordsOf(first),
  );
  return [...new Set(words)];
}

interface Step {
  /** One word, or two that are one thing. */
  readonly typed: readonly string[];
  readonly synonyms: readonly string[];
}

function stepsOf(tokens: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [one = '', two] = tokens.slice(at, at + 2);
    const pair = two === undefined ? undefined : SYNONYMS[`${one} ${two}`];
    if (pair !== undefined && two !== undefined) {
      steps.push({ typed: [one, two], synonyms: pair });
      at += 1;
    } else steps.push({ typed: [one], synonyms: SYNONYMS[one] ?? [] });
  }
  return steps;
}

function wordsOf(synonym: string): string[] {
  return synonym.toLowerCase().split(/[ -]/);
}
