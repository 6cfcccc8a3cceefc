/** Replacements for words that we avoid. */
export const INSTEAD: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\b(?:simply|just|easy|easily|obviously|please|basically|trivially|clearly|of course)\b/i, 'leave it out'],
  [/\butili[sz]e[sd]?\b/i, 'write "use"'],
  [/\bleverag(?:e|es|ed|ing)\b/i, 'write "use"'],
  [/\bin order to\b/i, 'write "to"'],
  [/\b(?:e\.g\.|i\.e\.)/i, 'write "for example" or "that is"'],
  [/\betc\b/i, 'say what else there is, or leave it out'],
  [/\bmicro-services?\b/i, 'write "microservice"'],
  [/\b(?:will|shall) be able to\b/i, 'write "can"'],
  [/\b(?:note that|it should be noted)\b/i, 'leave it out'],
];

/** Link texts that do not describe the target. */
export const EMPTY_LINK =
  /^(?:click )?(?:here|this|link|this link|this page|page|more|read more|learn more|details|see here)$/i;

/** Words of an alternative text that do not describe the picture. */
export const EMPTY_ALT = /^(?:image|picture|screenshot|diagram|figure|photo|logo)\.?$/i;

/** Proper names, which keep their capital within a heading. */
export const NAMES = new Set(
  `Access Control Panel Actions Adapter Adapters Ajv Assistant Azure Backstage Bitbucket Builder Catalog Component Computational
  Contract Contracts Control Coordinator CUE Data Databricks Descriptor Documentation Domain Editor Entra Gemini Git GitHub GitLab
  Governance Guardian Hasura Hook Hub Infrastructure Kafka Kubernetes Landscape Markdown Marketplace Mermaid Microsoft Node
  Notification Notifications Nunjucks OAuth2 Okta OpenAI OpenAPI OpenMetadata Output Perimeter Picker Pickers Plane Platform Policy
  Port Ports Practice Product Products Provisioner Provisioning Python Registry Remote Request Resolver Resource Reverse Schema Search
  Settings Shaper Skeleton Slack Snowflake Software SQL System Systems Taxonomy Teams Tech Template Templates Type TypeScript Use
  Case Center User Viewer Vite Webhook Webhooks Witty Wizard Workload Entity Engine Editor Environment Parameters Metric Status Custom URL
  LLM Id Ids API APIs CUE YAML JSON Key Keys Grant Revoke Mattermost I Arazzo Helm English`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words of retext-equality that mean something else in this field. */
export const FINE_HERE = [
  'actor',
  'actors',
  'disabled',
  'hang',
  'hangs',
  'simple',
  // INSTEAD has our advice for these.
  'clearly',
  'easily',
  'easy',
  'just',
  'obviously',
  'simply',
  'execute',
  'executed',
  'executes',
  'executing',
  'execution',
  'executions',
  'host',
  'hosts',
  'invalid',
  'kill',
  'kills',
  'master data',
  'primary',
  'special',
  'fails',
  'failed',
  'grandfathered',
];

/** Sentences with more words than this are split in two. */
export const LONGEST_SENTENCE = 36;
