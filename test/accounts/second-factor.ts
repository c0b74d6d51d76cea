import { TOTP } from 'otpauth'
import { login, loginResultField } from '#contract/accounts/accounts.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
} from '#contract/accounts/second-factor.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { openSession } from '#test/accounts/session.ts'
import type { TestApp } from '../app.ts'
import { onboard, password } from './onboard.ts'

const stepMs = 30_000

/**
 * The code of an authenticator app with this key, optionally a number of codes later or earlier.
 */
export function makeCode(key: string, now: number, codesLater = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: now + codesLater * stepMs })
}

/** Advances the clock until the app shows another code, and returns it. */
export function advanceToNextCode(app: TestApp, key: string): string {
  app.time.now += stepMs
  return makeCode(key, app.time.now)
}

const wrongCode = 'This code is not correct. Please try again.'
export const wrongCodeReply = { message: wrongCode, errors: { code: wrongCode } }
const wrongPassword = 'password is incorrect'
export const wrongPasswordReply = { message: wrongPassword, errors: { password: wrongPassword } }

/** The status of a student's second factor. */
export async function getSecondFactorStatus(app: TestApp, token: string) {
  return (await app.call(getSecondFactor.student, { token })).body
}

/** Sets up a second factor for a signed-in person and returns its key and recovery codes. */
export async function enableSecondFactor(
  app: TestApp,
  role: Role,
  token: string,
  given = password,
) {
  const begun = await app.call(beginSecondFactor[role], { token, body: { password: given } })
  const { key } = begun.body
  const body = { code: makeCode(key, app.time.now) }
  const confirmed = await app.call(confirmSecondFactor[role], { token, body })
  return { key, recoveryCodes: confirmed.body.recoveryCodes }
}

/** A person with a second factor who can sign in. `token` is a session of theirs. */
export async function onboardWithSecondFactor(app: TestApp, role: ProfileRole = 'student') {
  const person = await onboard(app, role)
  const token = await openSession(app.context, person._id)
  return { ...person, role, token, ...(await enableSecondFactor(app, role, token)) }
}

/** Tries to sign in, optionally with a code. */
export async function tryLogin(
  app: TestApp,
  { role, email }: { role: Role; email: string },
  code?: string,
  given = password,
) {
  const body = { email, password: given, ...(code === undefined ? {} : { code }) }
  const reply = await app.call(login[role], { body })
  return { status: reply.status, body: reply.body, result: reply.body[loginResultField[role]] }
}
