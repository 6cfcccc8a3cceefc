/** Words that readers bring from elsewhere, and what the same is called here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ad: 'microsoft',
  anonymous: 'guest',
  azure: 'microsoft',
  chatbot: 'assistant',
  chatgpt: 'assistant',
  color: 'theme',
  colors: 'theme',
  colour: 'theme',
  colours: 'theme',
  csharp: 'tech adapter',
  dashboard: 'marketplace',
  drift: 'data contract guardian',
  dropdown: 'picker',
  'dry run': 'preview provisioning',
  entra: 'microsoft',
  go: 'tech adapter',
  golang: 'tech adapter',
  helm: 'installation',
  iam: 'RBAC',
  import: 'reverse provisioning',
  java: 'tech adapter',
  kotlin: 'tech adapter',
  kubernetes: 'installation',
  lineage: 'visual discovery',
  login: 'authentication',
  logo: 'theme',
  'log in': 'authentication',
  monorepo: 'mono-repo component',
  mock: 'reference servers',
  openai: 'configure LLM',
  permission: 'RBAC',
  permissions: 'RBAC',
  plugin: 'tech adapter',
  python: 'tech adapter',
  quickstart: 'getting started',
  quota: 'limit',
  remove: 'undeploy',
  role: 'RBAC',
  roles: 'RBAC',
  rust: 'tech adapter',
  sandbox: 'reference servers',
  sdk: 'client',
  'sign in': 'authentication',
  'sign on': 'authentication',
  slack: 'webhooks',
  sso: 'authentication',
  subscribe: 'request access',
  subscription: 'access request',
  teams: 'webhooks',
  terraform: 'infrastructure template',
  upgrade: 'migration',
  wizard: 'editor wizard',
};

/** The words of a query with those that are called otherwise here replaced; null when none is. */
export function translated(tokens: readonly string[]): string[] | null {
  const words: string[] = [];
  let hasChanged = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const one = tokens[at] ?? '';
    const pair = SYNONYMS[`${one} ${tokens[at + 1] ?? ''}`];
    const found = pair ?? SYNONYMS[one];
    if (pair !== undefined) at += 1;
    if (found !== undefined) hasChanged = true;
    for (const word of found?.toLowerCase().split(/[ -]/) ?? [one])
      if (!words.includes(word)) words.push(word);
  }
  return hasChanged ? words : null;
}
