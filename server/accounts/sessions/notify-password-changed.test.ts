import { expect, test } from 'vitest'
import { login, loginResultField, updatePassword } from '#contract/accounts/accounts.ts'
import { resetPassword, sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { knownBrowsersMax } from '#contract/limits/accounts.ts'
import { saveNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { inTransaction } from '#server/kit/context.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { readMailsTo } from '#test/mail/mails.ts'
import { rememberBrowser } from './known-browsers.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const newer = firefox.replaceAll('144', '145')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

async function signIn({ app }: TestApp, email: string, userAgent: string, browser?: string) {
  const reply = await app.inject({
    method: 'POST',
    url: login.advisor.path,
    payload: { email, password, browser },
    headers: { 'user-agent': userAgent },
  })
  return String(reply.json()[loginResultField.advisor].token)
}

const getNotifications = async (app: TestApp, token: string) =>
  (await app.call(listNotifications.advisor, { token, query: {} })).body.map(
    ({ kind, text, path }) => ({
      kind,
      text,
      path,
    }),
  )

test('a person is notified of a new browser, not of their first or a known one', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  await signIn(app, email, firefox)
  expect(await getNotifications(app, await signIn(app, email, newer))).toEqual([])
  await signIn(app, email, safari)
  const found = await getNotifications(app, await signIn(app, email, safari))
  expect(found).toEqual([
    {
      kind: 'new-browser',
      text: 'Someone signed in to your account with a new browser: Safari on iPhone. If this was not you, change your password.',
      path: '/advisor/profile',
    },
  ])
  const [, unnamed] = [
    await signIn(app, email, 'made up'),
    await getNotifications(app, await signIn(app, email, firefox)),
  ]
  expect(unnamed[0]?.text).toBe(
    'Someone signed in to your account with a new browser. If this was not you, change your password.',
  )
})

test('a person is notified of a second browser with the same name', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  await signIn(app, email, firefox, 'mine')
  expect(await getNotifications(app, await signIn(app, email, newer, 'mine'))).toEqual([])
  const token = await signIn(app, email, firefox, 'of somebody else')
  expect(await getNotifications(app, token)).toMatchObject([{ kind: 'new-browser' }])
  await signIn(app, email, firefox, 'mine')
  await signIn(app, email, firefox, 'of somebody else')
  expect(await getNotifications(app, token)).toHaveLength(1)
  await signIn(app, email, firefox)
  expect(await getNotifications(app, token)).toHaveLength(2)
})

test('a browser known by name is not reported when it gets an id, nor is another of that name', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  await signIn(app, email, firefox)
  const token = await signIn(app, email, firefox, 'mine')
  expect(await getNotifications(app, token)).toEqual([])
  await signIn(app, email, firefox, 'of somebody else')
  expect(await getNotifications(app, token)).toMatchObject([{ kind: 'new-browser' }])
})

test('the last fifty browsers are known, and an older one is reported again', async () => {
  const app = await startApp()
  const { _id } = await onboard(app, 'advisor')
  const { context } = app
  const signInWith = (browserId: string) =>
    inTransaction(context, async (tx) => {
      app.time.now += 1
      const from = { browserId, userAgent: firefox, address: '127.0.0.1' }
      await rememberBrowser(tx, { _id, role: 'advisor' }, from)
    })
  for (let browser = 0; browser <= knownBrowsersMax; browser++) await signInWith(`${browser}`)
  const rows = await context.db.selectFrom('known_browsers').selectAll().execute()
  expect(rows).toHaveLength(knownBrowsersMax)
  const found = () => context.db.selectFrom('notifications').select('id').execute()
  await signInWith('1')
  expect(await found()).toHaveLength(knownBrowsersMax)
  await signInWith('0')
  expect(await found()).toHaveLength(knownBrowsersMax + 1)
})

const changed = {
  kind: 'password-changed',
  text: 'Your password was changed. If this was not you, contact your admin right away.',
  path: '/advisor/profile',
}

test('a person is notified of a changed password, not of one set through an invitation', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  const token = await signIn(app, email, firefox)
  expect(await getNotifications(app, token)).toEqual([])
  const change = (oldpass: string) =>
    app.call(updatePassword.advisor, { token, body: { oldpass, newpass: 'battery staple' } })
  expect((await change('wrong')).status).toBe(400)
  expect(await getNotifications(app, token)).toEqual([])
  expect((await change(password)).status).toBe(200)
  expect(await getNotifications(app, token)).toEqual([changed])
})

test('a person is notified of a password set through a reset link', async () => {
  const app = await startApp()
  const { _id: id, email, adminToken } = await onboard(app, 'advisor')
  await app.call(sendPasswordReset.advisor, { token: adminToken, body: { id } })
  const secret =
    (await readMailsTo(app, email)).at(-1)?.body.match(/reset-password\/(\S+)/)?.[1] ?? ''
  const given = { params: { id: secret }, body: { password: 'battery staple' } }
  expect((await app.call(resetPassword.advisor, given)).status).toBe(200)
  expect(await getNotifications(app, await openSession(app.context, id))).toEqual([changed])
})

test('the email about a new browser says when (in the reader’s time zone), which and from where', async () => {
  const app = await startApp()
  const { email } = await onboard(app, 'advisor')
  const token = await signIn(app, email, firefox)
  const body = { value: { timeZone: 'Europe/Berlin' } }
  expect((await app.call(saveNotificationSettings.advisor, { token, body })).status).toBe(200)
  await signIn(app, email, safari)
  await mailNotifications(app.context)
  const mail = (await readMailsTo(app, email)).find(({ kind }) => kind === 'new-browser')
  expect(mail?.body).toContain(
    [
      'When: Mon 2 Mar, 6:00 PM (Europe/Berlin)',
      'At the school: Mon 2 Mar, 12:00 PM (America/New York)',
      'Browser: Safari on iPhone',
      'IP address: 127.0.0.1',
    ].join('\n'),
  )
})
