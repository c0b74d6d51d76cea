import { expect, test } from 'vitest'
import { formatNetworkError } from './format-network-error.ts'

test.each([
  ['getaddrinfo ENOTFOUND chat.local', 'ENOTFOUND', 'There is no host of this name'],
  ['socket hang up', 'ECONNRESET', 'The connection was closed before a response came'],
  [
    'Parse Error: Header overflow',
    'HPE_HEADER_OVERFLOW',
    'The headers of the response are too long',
  ],
  ['Parse Error: Expected HTTP/', 'HPE_INVALID_CONSTANT', 'The response is not HTTP'],
  ['wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER', 'No TLS connection could be made'],
  ['Something new', 'ENEW', 'Something new'],
])('an admin reads what %s means', (message, code, words) => {
  expect(formatNetworkError(Object.assign(new Error(message), { code }))).toBe(words)
})

test('a receiver that does not answer is named so, also as the cause of an abortion', () => {
  const late = new DOMException('late', 'TimeoutError')
  for (const error of [late, new Error('aborted', { cause: late })]) {
    expect(formatNetworkError(error)).toBe('No response within 10 seconds')
  }
})
