import { describe, expect, it } from 'vitest';
import { readCallback, readListen, refuseSilent } from './config-callback.ts';

describe('the address for callbacks', () => {
  it('is this machine by default', () => {
    expect(readCallback({})).toEqual({});
  });

  it('may have another port than the listener', () => {
    const values = { 'callback-url': 'https://tunnel.example.com/in', 'callback-port': '8099' };
    const url = new URL('https://tunnel.example.com/in');
    expect(readCallback(values)).toEqual({ callback: { url, port: 8099 } });
  });

  it('is not needed where people decide', () => {
    expect(readCallback({ 'manual-decisions': true })).toEqual({ manualDecisions: true });
  });

  it.each([
    [{ 'callback-url': 'here' }, 'is an address such as'],
    [{ 'callback-url': 'ftp://10.0.0.5' }, 'begins with http: or https:'],
    [{ 'callback-url': 'http://10.0.0.5/?a=1' }, 'neither query nor fragment'],
    [{ 'callback-url': 'http://10.0.0.5', 'callback-port': '99999' }, 'from 1 to 65535'],
    [{ 'callback-port': '8099' }, 'goes with --callback-url'],
  ])('is rejected when it is invalid: %j', (values, message) => {
    expect(() => readCallback(values)).toThrow(message);
  });
});

describe('the stub of the platform', () => {
  it('listens for the given time, with a status for each operation', () => {
    expect(readListen({ listen: '500', answer: ['updateHook=409'] })).toEqual({
      listen: { wait: 500, answers: { updateHook: 409 } },
    });
    expect(readListen({})).toEqual({});
  });

  it.each([
    [{ listen: 'long' }, 'a number from 1 to'],
    [{ answer: ['updateHook=409'] }, 'goes with --listen'],
    [{ listen: '500', answer: ['updateHook'] }, 'OPERATION=STATUS'],
  ])('is rejected when it is invalid: %j', (values, message) => {
    expect(() => readListen(values)).toThrow(message);
  });

  it('is the only way to check an integrator', () => {
    expect(() => refuseSilent('integrator')).toThrow('--listen 60000');
    expect(() => refuseSilent('tech-adapter')).not.toThrow();
  });
});
