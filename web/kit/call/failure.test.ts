import { expect, test } from 'vitest'
import { CallFailed, SessionOver, timedOut } from './call.ts'
import { adviceOn, getReason } from './failure.ts'

const answered = (status: number, message: string) => new CallFailed(message, status, { message })

test('only where no reply came one is sent to look at the connection', () => {
  expect(adviceOn(new CallFailed('error'))).toBe('Check your connection and try again.')
  for (const error of [
    answered(500, 'Something went wrong'),
    new CallFailed('error', 502),
    answered(401, 'Your session has ended. Please sign in again.'),
    new SessionOver('error', 401),
    answered(409, 'This slot is already booked'),
    answered(503, 'Too many requests at once. Please try again in a moment.'),
    new CallFailed(timedOut),
    new TypeError('a fault of the page'),
  ]) {
    expect(adviceOn(error) ?? '').not.toMatch(/connection/)
  }
})

test('a fault of the server is called one, and somebody signed out reads that they are', () => {
  expect(adviceOn(answered(500, 'Something went wrong'))).toMatch(
    /^Something went wrong on the server/,
  )
  expect(adviceOn(new SessionOver('error', 401))).toMatch(/^You are signed out/)
})

test('the reason is the server’s own if it gave one', () => {
  expect(getReason(answered(500, 'Something went wrong'))).toBe('Something went wrong')
  expect(getReason(new CallFailed('error', 502))).toMatch(/^Something went wrong on the server/)
  expect(getReason(new CallFailed('error'))).toMatch(/^The server could not be reached/)
  expect(getReason(new CallFailed(timedOut))).toBe('The server did not respond. Try again.')
  expect(getReason(new TypeError('a fault of the page'))).toBeUndefined()
})
