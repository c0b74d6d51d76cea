import { expect, test } from 'vitest'
import { ApiError, SessionEndedError, timeoutMessage } from './call-api.ts'
import { getErrorAdvice, getErrorReason } from './error-messages.ts'

const answered = (status: number, message: string) => new ApiError(message, status, { message })

test('only a missing reply suggests checking the connection', () => {
  expect(getErrorAdvice(new ApiError('error'))).toBe('Check your connection and try again.')
  for (const error of [
    answered(500, 'Something went wrong'),
    new ApiError('error', 502),
    answered(401, 'Your session has ended. Please sign in again.'),
    new SessionEndedError('error', 401),
    answered(409, 'This slot is already booked'),
    answered(503, 'Too many requests at once. Please try again in a moment.'),
    new ApiError(timeoutMessage),
    new TypeError('a fault of the page'),
  ]) {
    expect(getErrorAdvice(error) ?? '').not.toMatch(/connection/)
  }
})

test('a server error is called one, and a person who is signed out reads that they are', () => {
  expect(getErrorAdvice(answered(500, 'Something went wrong'))).toMatch(
    /^Something went wrong on the server/,
  )
  expect(getErrorAdvice(new SessionEndedError('error', 401))).toMatch(/^You are signed out/)
})

test('the reason is the server’s message if it sent one', () => {
  expect(getErrorReason(answered(500, 'Something went wrong'))).toBe('Something went wrong')
  expect(getErrorReason(new ApiError('error', 502))).toMatch(/^Something went wrong on the server/)
  expect(getErrorReason(new ApiError('error'))).toMatch(/^The server could not be reached/)
  expect(getErrorReason(new ApiError(timeoutMessage))).toBe(
    'The server did not respond. Try again.',
  )
  expect(getErrorReason(new TypeError('a fault of the page'))).toBeUndefined()
})
