import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/links/password-reset.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import { password } from '#test/accounts/onboard.ts'
import { enableSecondFactor, tryLogin } from '#test/accounts/second-factor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { runToEnd } from '#test/schools/school-under-writes.ts'

const admin = { role: 'admin', email: 'boss@school.test' } as const

/** Runs the command beside the server, on the same database. */
function letIn({ address, context }: TestApp, ...args: string[]) {
  const database =
    address.kind === 'sqlite'
      ? { DATA_DIR: dirname(address.file) }
      : { DATABASE_URL: address.url, DATA_DIR: '/dev/null' }
  const settings = { ...database, APP_URL: context.settings.appUrl }
  return runToEnd('scripts/let-in.ts', args, settings)
}

test('the operator lets an admin back in who can no longer sign in', async () => {
  const app = await startApp()
  // The command uses the system clock.
  app.time.now = Date.now()
  await addFirstAdminFromSettings(app.context, { email: admin.email, password })
  const token = String((await tryLogin(app, admin)).result?.token)
  await enableSecondFactor(app, 'admin', token)

  const { code, out } = await letIn(app, admin.email.toUpperCase(), '--and-second-factor')
  expect(code).toBe(0)
  const secret = out.at(-1)?.match(/^http:\/\/weekward\.test\/admin\/reset-password\/(\S+)$/)?.[1]
  const body = { password: 'battery staple' }
  const reset = await app.call(resetPassword.admin, { params: { id: String(secret) }, body })
  expect(reset.status).toBe(200)
  const entered = await tryLogin(app, admin, undefined, body.password)
  expect(entered.result).toMatchObject({ status: true })
  // The audit log has the person, and that a command did it.
  const kept = await app.context.db.selectFrom('audit_log').select(['person_id', 'call']).execute()
  expect(kept).toContainEqual({ person_id: null, call: 'npm run let-in' })
})

test('by default the second factor stays on, and an unknown email is reported', async () => {
  const app = await startApp()
  await addFirstAdminFromSettings(app.context, { email: admin.email, password })
  const token = String((await tryLogin(app, admin)).result?.token)
  await enableSecondFactor(app, 'admin', token)
  expect((await letIn(app, admin.email)).code).toBe(0)
  expect((await tryLogin(app, admin)).result).toMatchObject({ codeNeeded: true })

  const { email } = await makePerson(app, 'student', { blocked: true })
  for (const [args, said] of [
    [['nobody@school.test'], 'weekward: This user does not exist'],
    [[email], 'weekward: This user is blocked, or has not completed the profile yet'],
    [[], 'weekward: usage: npm run let-in -- EMAIL [--and-second-factor]'],
  ] as const) {
    const refused = await letIn(app, ...args)
    expect(refused.code).toBe(1)
    expect(refused.errors).toEqual([said])
  }
})
