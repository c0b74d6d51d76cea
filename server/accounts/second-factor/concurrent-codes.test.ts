import { expect, test } from 'vitest'
import { beginSecondFactor } from '#contract/accounts/second-factor.ts'
import { findSession } from '#server/kit/call/session/session.ts'
import { inTransaction } from '#server/kit/context.ts'
import { hashSecret } from '#server/kit/id.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import {
  advanceToNextCode,
  makeCode,
  onboardWithSecondFactor,
} from '#test/accounts/second-factor.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { checkFirstCode, confirmSecondFactor, renewRecoveryCodes } from './actions.ts'
import { checkCredentials } from './check-credentials.ts'

/** Returns the caller with this token, in the form the actions take. */
async function findAsker({ context }: TestApp, token: string) {
  const session = await findSession(context, hashSecret(token))
  if (!session) throw new Error('there is no such session')
  return { ...session, address: '10.0.0.1' }
}

test('of two changes checked with the same code, one is made', async () => {
  const app = await startApp()
  const { context } = app
  const { token, key } = await onboardWithSecondFactor(app)
  const caller = await findAsker(app, token)
  const given = { password, code: advanceToNextCode(app, key) }
  const proofs = [
    await checkCredentials(context, caller, given),
    await checkCredentials(context, caller, given),
  ]
  const made = await Promise.allSettled(
    proofs.map((proof) => inTransaction(context, (tx) => renewRecoveryCodes(tx, caller, proof))),
  )
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('of two checked confirmations, one counts', async () => {
  const app = await startApp()
  const { context } = app
  const { _id } = await onboard(app, 'student')
  const token = await openSession(context, _id)
  const caller = await findAsker(app, token)
  const begun = await app.call(beginSecondFactor.student, { token, body: { password } })
  const given = { code: makeCode(begun.body.key, app.time.now) }
  const prepared = await checkFirstCode(context, caller, given)
  const made = await Promise.allSettled(
    [1, 2].map(() => inTransaction(context, (tx) => confirmSecondFactor(tx, caller, prepared))),
  )
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
