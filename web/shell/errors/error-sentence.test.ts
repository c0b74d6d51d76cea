import { expect, test } from 'vitest'
import { formatError } from './error-sentence.ts'

test('the error page shows a reply’s status and text, or an error’s message', () => {
  const reply = { status: 405, statusText: 'Method Not Allowed', internal: true, data: null }
  expect(formatError(reply)).toBe('405 Method Not Allowed')
  expect(formatError(new Error('The screen broke'))).toBe('The screen broke')
  expect(formatError('thrown as it is')).toBe('thrown as it is')
})
