import { describe, expect, it } from 'vitest';
import { leaksIn } from './leaks.ts';

describe('internals of a program', () => {
  it.each([
    'Traceback (most recent call last)',
    "'NoneType' object has no attribute 'get'",
    "KeyError: 'dataProduct'",
    '1 validation error for ProvisioningRequest',
    'Input should be a string [type=string_type, input_value=17, input_type=int]',
    'Cannot deserialize value of type `java.lang.String` from Array value',
    'com.example.provisioner.service.DescriptorParser',
    "[Errno 2] No such file or directory: '/etc/adapter.yaml'",
    'connect ECONNREFUSED 10.0.0.7:5432',
    'ERROR: relation "tables" does not exist',
    'SELECT id, name FROM components',
    'java.lang.IllegalStateException: no component',
  ])('shows in %s', (text) => {
    expect(leaksIn(`The request failed: ${text}`)).not.toEqual([]);
  });

  it.each([
    'descriptor is required',
    'The component urn:dmb:cmp:logistics:shipments:1:view is not in the descriptor.',
    'See https://docs.example.com/errors/17 or write to support@example.com.',
    'Select a table from the list.',
    'ValidationError in the descriptor: components is empty',
  ])('are not found in %s', (text) => {
    expect(leaksIn(text)).toEqual([]);
  });
});
