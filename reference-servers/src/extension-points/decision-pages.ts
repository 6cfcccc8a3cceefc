import type { HookDecision } from '@tessera/contracts/types/remote-request-hook';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../harness/json-schema.ts';
import { isLoopbackHost } from '../harness/known-hosts.ts';
import { Problem } from '../harness/problem.ts';
import type { Approval, Approvals } from './approvals.ts';

/** Where people decide, below the prefix. It is not part of the contract. */
export const DECISIONS = '/decisions';

/** Maximum length of a message with a decision, in characters, and maximum size of the body, in bytes. */
const LONGEST_MESSAGE = 1_000;
const BODY_LIMIT = 16 * 1024;

const FORM = 'application/x-www-form-urlencoded';

const WORDS: Readonly<Record<HookDecision, string>> = { OK: 'Approved', KO: 'Rejected' };

/**
 * Adds pages on which a user of this machine decides: a list, a page per request, and a `POST` of `{status, message}`
 * as JSON or from the page's form.
 */
export function addDecisionPages(scope: FastifyInstance, approvals: Approvals, publicUrl?: string): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))));
  });
  // The parser of the operations needs a contract.
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, JSON.parse(String(text)));
    } catch (cause) {
      done(new Problem('HOOK_REQUEST_NOT_JSON', { problem: cause instanceof Error ? cause.message : '' }));
    }
  });
  scope.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request, publicUrl)) return reply.callNotFound();
    return undefined;
  });
  scope.get(DECISIONS, async (_request, reply) =>
    sendPage(reply, 'Requests for approval', listOf(scope, approvals.all())),
  );
  scope.get<{ Params: { id: string } }>(`${DECISIONS}/:id`, async ({ params }, reply) =>
    sendPage(reply, 'Request for approval', detailsOf(scope, requireApproval(approvals, params.id))),
  );
  scope.post<{ Params: { id: string } }>(
    `${DECISIONS}/:id`,
    { bodyLimit: BODY_LIMIT },
    async (request, reply) => {
      if (isForeign(request)) throw new Problem('HOOK_SENDER_UNAUTHORIZED');
      const { id } = requireApproval(approvals, request.params.id);
      const { status, message } = readDecision(request.body);
      const isFirst = approvals.decide(id, status, message);
      // Browsers are redirected to the page, which shows the decision that came first; programs get the response.
      if (request.headers['content-type']?.startsWith(FORM) === true)
        return reply.redirect(pathOf(scope, id), 303);
      if (isFirst) return reply.code(202).send({ id, status });
      const decided = approvals.find(id)?.decision?.status ?? status;
      throw new Problem('HOOK_IMMUTABLE', { hookId: id, status: decided });
    },
  );
}

function requireApproval(approvals: Approvals, id: string): Approval {
  const approval = approvals.find(id);
  if (approval === undefined) throw new Problem('HOOK_NOT_FOUND', { hookId: id });
  return approval;
}

function readDecision(body: unknown): { status: HookDecision; message: string } {
  const { status, message } = isRecord(body) ? body : {};
  if (status !== 'OK' && status !== 'KO') {
    throw new Problem('HOOK_REQUEST_INVALID', { field: 'status', problem: 'must be OK or KO' });
  }
  const text = typeof message === 'string' ? message.trim().slice(0, LONGEST_MESSAGE) : '';
  return { status, message: text === '' ? `${WORDS[status]} by a user.` : text };
}

/**
 * Only a user of this machine may decide, under a name of this machine: a foreign name that resolves here is an attack
 * (DNS rebinding).
 */
function isLocal({ ip, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isOwn = isLoopbackHost(name) || (publicUrl !== undefined && name === new URL(publicUrl).hostname);
  return isOwn && isLoopbackHost(ip.replace(/^::ffff:/, ''));
}

/** True when a page of another site sends the decision on behalf of its visitor (CSRF). */
function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

function pathOf({ prefix }: FastifyInstance, id: string): string {
  return `${prefix}${DECISIONS}/${encodeURIComponent(id)}`;
}

function listOf(scope: FastifyInstance, approvals: readonly Approval[]): string {
  if (approvals.length === 0) return '<p>Nothing has been asked for.</p>';
  const rows = approvals.map(
    ({ id, askedAt, state, decision }) =>
      `<tr><td><a href="${escapeHtml(pathOf(scope, id))}">${escapeHtml(id)}</a></td><td>${askedAt.toISOString()}</td>` +
      `<td>${decision === undefined ? '' : WORDS[decision.status]}</td><td>${state}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Request</th><th scope="col">Asked at</th><th scope="col">Decision</th>
<th scope="col">State</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function detailsOf(scope: FastifyInstance, approval: Approval): string {
  const { id, askedAt, state, fields, decision, problems } = approval;
  const outcome =
    decision === undefined
      ? `<form method="post" action="${escapeHtml(pathOf(scope, id))}">
<p><label>Message <input name="message" maxlength="${LONGEST_MESSAGE}" size="60"></label></p>
<p><button name="status" value="OK">Approve</button> <button name="status" value="KO">Reject</button></p></form>`
      : `<p>${WORDS[decision.status]}: ${escapeHtml(decision.hookInfo?.message ?? '')}</p>`;
  const troubles = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('');
  return `<p>Asked at ${askedAt.toISOString()}. State: ${state}.</p>
<pre>${escapeHtml(JSON.stringify(fields, undefined, 2))}</pre>
${outcome}${troubles === '' ? '' : `<h2>Problems</h2><ul>${troubles}</ul>`}
<p><a href="${escapeHtml(scope.prefix + DECISIONS)}">All requests</a></p>`;
}

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return (
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      // Not `no-referrer`, under which browsers send the page's decision with the origin `null`, like a foreign page.
      .header('referrer-policy', 'same-origin')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto}
td,th{text-align:left;padding:.25rem 1rem .25rem 0}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`)
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
