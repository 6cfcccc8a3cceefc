import { describe, expect, it } from 'vitest';
import { differenceOfRequests, differenceOfResponses, type Traffic } from './difference.ts';

const RIGHT: Traffic = {
  label: 'a cup',
  operation: 'pour',
  request: {
    method: 'POST',
    path: '/cups',
    headers: { 'content-type': 'application/json' },
    body: '{"n":1}',
  },
  response: {
    status: 200,
    headers: { date: 'today' },
    body: '{"at":"2026-01-01T09:00:00.001Z","list":[1,2]}',
  },
  took: 2,
};

function withBody(body: string, headers = {}): Traffic {
  return { ...RIGHT, response: { status: 200, headers, body } };
}

function differenceBetween(wrong: Traffic, right: Traffic): unknown {
  return differenceOfResponses(wrong, right) ?? differenceOfRequests(wrong, right);
}

describe('the difference between a wrong and a correct exchange', () => {
  it.each<[string, Traffic, unknown]>([
    [
      'an item of the response',
      withBody('{"at":"2026-01-01T09:00:00.001Z","list":[1,2,3]}'),
      { where: 'response body', at: '/list/2', wrong: '3' },
    ],
    [
      'a header of the response',
      { ...RIGHT, response: { status: 200, body: RIGHT.response?.body ?? '', headers: { allow: 'GET' } } },
      { where: 'response header', at: 'allow', wrong: 'GET' },
    ],
    ['the time', { ...RIGHT, took: 3_000 }, { where: 'time', wrong: '3000 ms', right: '2 ms' }],
    [
      'a header of the request',
      { ...RIGHT, request: { ...RIGHT.request, headers: { 'content-type': 'text/plain' } } },
      { where: 'request header', at: 'content-type', wrong: 'text/plain', right: 'application/json' },
    ],
    [
      'the body of the request',
      { ...RIGHT, request: { ...RIGHT.request, body: '{}' } },
      { where: 'request body', at: '/n', right: '1' },
    ],
  ])('is %s', (_, wrong, difference) => {
    expect(differenceBetween(wrong, RIGHT)).toEqual(difference);
  });

  it('includes the announced length of an empty body', () => {
    const [wrong, right] = [{ 'content-length': '2' }, {}].map((headers) => withBody('', headers));
    expect(wrong && right && differenceBetween(wrong, right)).toEqual({
      where: 'response header',
      at: 'content-length',
      wrong: '2',
    });
  });

  it('ignores the moment of the run', () => {
    const later = withBody('{"at":"2026-01-01T09:00:07.000Z","list":[1,2]}', { date: 'tomorrow' });
    expect(differenceBetween(later, RIGHT)).toBeUndefined();
  });
});
