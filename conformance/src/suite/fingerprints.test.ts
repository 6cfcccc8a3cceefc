import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { FINGERPRINT_COUNT, fingerprintOf } from './fingerprints.ts';
import { parseJson } from './json.ts';

interface Answer {
  readonly id: string | undefined;
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Error code of a missing answer. */
  readonly failureCode?: string;
}

const html = 'text/html';
const text = 'text/plain';

/** Default answers of frameworks and gateways. */
const ANSWERS: readonly Answer[] = [
  {
    id: 'fastapi-validation',
    status: 422,
    body: '{"detail":[{"loc":["body","descriptor"],"msg":"Field required"}]}',
  },
  { id: 'fastapi-http-exception', status: 404, body: '{"detail":"Not Found"}' },
  { id: 'starlette-fault', status: 500, body: 'Internal Server Error', type: text },
  {
    id: 'spring-error',
    status: 400,
    body: '{"timestamp":"2026-11-20","status":400,"error":"Bad Request","path":"/v1/validate"}',
  },
  {
    id: 'nest-error',
    status: 400,
    body: '{"statusCode":400,"message":["descriptor must be a string"],"error":"Bad Request"}',
  },
  {
    id: 'fastify-error',
    status: 400,
    body: '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must be object"}',
  },
  {
    id: 'problem-details',
    status: 400,
    body: '{"type":"about:blank","title":"One or more validation errors occurred.","status":400}',
    type: 'application/problem+json',
  },
  {
    id: 'quarkus-violation',
    status: 400,
    body: '{"title":"Constraint Violation","violations":[{"field":"descriptor"}]}',
  },
  {
    id: 'quarkus-fault',
    status: 500,
    body: '{"details":"Error id 1","stack":"java.lang.NullPointerException"}',
  },
  {
    id: 'micronaut-error',
    status: 400,
    body: '{"message":"Bad Request","_links":{"self":{"href":"/v1/validate"}}}',
  },
  { id: 'django-rest-framework', status: 400, body: '{"descriptor":["This field is required."]}' },
  {
    id: 'express-html',
    status: 404,
    body: '<!DOCTYPE html><html><body><pre>Cannot POST /v1/validate</pre></body></html>',
    type: html,
  },
  {
    id: 'werkzeug-html',
    status: 404,
    body: '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>',
    type: html,
  },
  {
    id: 'tomcat-html',
    status: 404,
    body: '<!doctype html><html><title>HTTP Status 404 – Not Found</title></html>',
    type: html,
  },
  {
    id: 'play-html',
    status: 404,
    body: '<!DOCTYPE html><html><title>Action Not Found</title></html>',
    type: html,
  },
  {
    id: 'akka-http-rejection',
    status: 400,
    body: 'The request content was malformed:\nExpected String',
    type: text,
  },
  {
    id: 'go-http-error',
    status: 404,
    body: '404 page not found\n',
    type: text,
    headers: { 'x-content-type-options': 'nosniff' },
  },
  { id: 'status-as-text', status: 405, body: 'Method Not Allowed', type: text },
  { id: 'status-as-text', status: 404, body: '404 Not Found', type: text },
  {
    id: 'sinatra-html',
    status: 404,
    body: '<!DOCTYPE html>\n<html><body><h2>Sinatra doesn’t know this ditty.</h2></body></html>',
    type: html,
  },
  {
    id: 'sinatra-html',
    status: 500,
    body: "JSON::ParserError: unexpected token\n\t/gems/sinatra-3.0.5/lib/sinatra/base.rb:1696:in `call'",
    type: text,
  },
  {
    id: 'webrick-html',
    status: 404,
    body: '<HTML><BODY><H1>Not Found</H1><HR>\n    <ADDRESS>\n     WEBrick/1.8.1 (Ruby/3.1.7)</ADDRESS></BODY></HTML>',
    type: html,
  },
  {
    id: 'python-http-server',
    status: 404,
    body: '<!DOCTYPE HTML><html><head><title>Error response</title></head><body><p>Error code: 404</p></body></html>',
    type: html,
  },
  { id: 'other-media-type', status: 202, body: '"4a34f7e4"', type: text },
  { id: 'other-media-type', status: 200, body: '{"valid":true}', type: html },
  { id: 'other-media-type', status: 202, body: '4a34f7e4', type: '' },
  { id: 'other-media-type', status: 400, body: '{"errors":["descriptor is required"]}', type: text },
  {
    id: 'php-empty-list',
    status: 200,
    body: '{"status":"COMPLETED","info":{"publicInfo":[],"privateInfo":{}}}',
    headers: { 'x-powered-by': 'PHP/8.2.36' },
  },
  { id: 'closed-connection', status: 0, body: '', failureCode: 'ECONNRESET' },
  { id: 'closed-connection', status: 0, body: '', failureCode: 'ECONNCUT' },
  { id: 'closed-connection', status: 0, body: '', failureCode: 'EPIPE' },
  { id: 'hanging-request', status: 0, body: '', failureCode: 'ETIMEDOUT' },
  { id: undefined, status: 0, body: '', failureCode: 'ENOTFOUND' },
  { id: 'rails-error', status: 404, body: '{"status":404,"error":"Not Found"}' },
  {
    id: 'laravel-error',
    status: 422,
    body: '{"message":"The descriptor field is required.","errors":{"descriptor":["The descriptor field is required."]}}',
  },
  {
    id: 'envoy-upstream',
    status: 503,
    body: 'upstream connect error or disconnect/reset before headers',
    type: text,
  },
  {
    id: 'nginx-gateway',
    status: 502,
    body: '<html><head><title>502 Bad Gateway</title></head></html>',
    type: html,
  },
  {
    id: 'nginx-html',
    status: 413,
    body: '<html><body><center>nginx/1.27</center></body></html>',
    type: html,
  },
  {
    id: 'aws-gateway',
    status: 403,
    body: '{"message":"Missing Authentication Token"}',
    headers: { 'x-amzn-errortype': 'MissingAuthenticationTokenException' },
  },
  { id: 'login-page', status: 302, body: '', headers: { location: 'https://sso.example.com/login?next=/' } },
  { id: 'trailing-slash', status: 307, body: '', headers: { location: '/v1/validate/' } },
  { id: 'credentials', status: 401, body: '{"errors":["who are you?"]}' },
  { id: 'empty-error', status: 500, body: '', type: html },
  { id: 'html', status: 200, body: '<!doctype html><title>Welcome</title>', type: html },
  {
    id: undefined,
    status: 400,
    body: '{"errors":["descriptor is required"],"userMessage":"Please name a descriptor."}',
  },
  { id: undefined, status: 200, body: '{"status":"COMPLETED"}' },
  { id: undefined, status: 200, body: '{"detail":"of a success","violations":[]}' },
  { id: undefined, status: 204, body: '', type: '' },
];

function exchangeOf({
  status,
  body,
  type = 'application/json',
  headers = {},
  failureCode,
}: Answer): Exchange {
  const json = parseJson(body);
  return {
    id: 1,
    label: 'sample',
    operation: 'validate',
    intent: 'valid',
    sent: { method: 'POST', path: '/v1/validate', headers: {} },
    ...(failureCode === undefined
      ? {
          received: {
            status,
            headers,
            text: body,
            mediaType: type,
            ...(json === undefined ? {} : { json }),
          },
        }
      : { failure: 'worded for readers', failureCode }),
    at: 0,
    took: 1,
    lag: 0,
  };
}

describe('a fingerprint', () => {
  it.each(ANSWERS)('of a $status $body is $id', (answer) => {
    const found = fingerprintOf(exchangeOf(answer));
    expect(found?.id).toBe(answer.id);
    if (found !== undefined) expect(found.fix.length).toBeGreaterThan(20);
  });

  it('exists for at least twenty-five framework errors, each with a sample', () => {
    const sampled = new Set(ANSWERS.map(({ id }) => id).filter((id) => id !== undefined));
    expect(sampled.size).toBe(FINGERPRINT_COUNT);
    expect(FINGERPRINT_COUNT).toBeGreaterThanOrEqual(25);
  });
});
