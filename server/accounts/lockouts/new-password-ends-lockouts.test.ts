import { expect, test } from 'vitest'
import { resetPassword, sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { inTransaction } from '#server/kit/context.ts'
import {
  choosePassword,
  getInviteSecret,
  invitePerson,
  onboard,
  password,
} from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { recordFailedLogins, signInFrom } from '#test/accounts/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { makeResetLinkByEmail } from '../recovery/actions.ts'
import { rememberNetwork } from './known-networks.ts'

type Onboarded = Awaited<ReturnType<typeof onboard>>

test.each([
  [
    'their own',
    async (app: TestApp, { _id }: Onboarded) => {
      const token = await openSession(app.context, _id)
      await inTransaction(app.context, (tx) => rememberNetwork(tx, _id, '192.0.2.7'))
      const body = { oldpass: password, newpass: 'battery staple' }
      return app.app.inject({
        method: 'PUT',
        url: '/update-password',
        payload: body,
        headers: { authorization: token },
        remoteAddress: '192.0.2.7',
      })
    },
  ],
  [
    'one by the link in an email',
    async (app: TestApp, { _id, email, adminToken: token }: Onboarded) => {
      await app.call(sendPasswordReset.student, { token, body: { id: _id } })
      const mail = (await readMailsTo(app, email)).at(-1)
      const id = mail?.body.match(/reset-password\/([\w-]+)/)?.[1] ?? ''
      return app.call(resetPassword.student, {
        params: { id },
        body: { password: 'battery staple' },
      })
    },
  ],
  [
    'one that whoever runs the server has let them set',
    async (app: TestApp, { email }: Onboarded) => {
      const { link } = await makeResetLinkByEmail(app.context, email, { andSecondFactor: false })
      const params = { id: getInviteSecret(link) }
      return app.call(resetPassword.student, { params, body: { password: 'battery staple' } })
    },
  ],
])('a new password ends the locks of its account: %s', async (_what, change) => {
  const app = await startApp({ rateLimit: true })
  const person = await onboard(app, 'student')
  const { email } = person
  await recordFailedLogins(app, 100, (one) => ({ email, address: `10.0.0.${one % 10}` }))
  for (const from of ['10.0.0.1', '10.0.9.9']) {
    expect((await signInFrom(app, email, password, from)).status).toBe(429)
  }
  const changed = await change(app, person)
  expect('statusCode' in changed ? changed.statusCode : changed.status).toBe(200)
  for (const from of ['10.0.0.1', '10.0.9.9']) {
    expect((await signInFrom(app, email, 'battery staple', from)).status).toBe(200)
  }
})

test('setting the password of an invitation ends the account’s lockouts too', async () => {
  const app = await startApp({ rateLimit: true })
  const invited = await invitePerson(app, 'student')
  await recordFailedLogins(app, 10, () => ({ email: invited.email, address: '10.0.0.1' }))
  expect((await signInFrom(app, invited.email, password)).status).toBe(429)
  await choosePassword(app, invited)
  expect((await signInFrom(app, invited.email, password)).body.studentToken).toMatchObject({
    status: false,
    message: 'Your profile is not complete. Please open the link in your invitation.',
  })
})
