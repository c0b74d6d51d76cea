import { expect, test } from 'vitest'
import { forgotPassword, resetPassword } from '#contract/accounts/links/password-reset.ts'
import { sendRequestedResets } from '#server/accounts/recovery/forgot-password.ts'
import {
  applyEmailChange,
  confirmEmailChange,
  makeOwner,
  newEmail,
  readEmail,
  readMailedSecret,
  requestEmailChange,
  undoEmailChange,
} from '#test/accounts/own-email.ts'
import { startApp } from '#test/app.ts'
import { openPageSocket, startLiveApp } from '#test/live-app.ts'
import { readMailsTo } from '#test/mail/mails.ts'

const getStatuses = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)

test('of two people who confirm the same email at once, one gets it', async () => {
  const app = await startApp()
  const owners = [await makeOwner(app), await makeOwner(app, 'advisor')]
  const secrets: string[] = []
  for (const owner of owners) {
    await requestEmailChange(app, owner)
    secrets.push(await readMailedSecret(app, newEmail))
  }
  const confirmed = owners.map(({ role }, index) =>
    confirmEmailChange(app, role, secrets[index] ?? ''),
  )
  expect((await getStatuses(confirmed)).sort()).toEqual([200, 409])
  const emails = await Promise.all(owners.map((owner) => readEmail(app, owner)))
  expect(emails.filter(({ email }) => email === newEmail)).toHaveLength(1)
})

test('only the latest requested change can be confirmed', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  await requestEmailChange(app, owner)
  const first = await readMailedSecret(app, newEmail)
  const newer = 'newer@elsewhere.test'
  await requestEmailChange(app, owner, { email: newer })
  const both = [first, await readMailedSecret(app, newer)].map((id) =>
    confirmEmailChange(app, 'student', id),
  )
  expect(await getStatuses(both)).toEqual([404, 200])
  expect((await readEmail(app, owner)).email).toBe(newer)
})

test('a change confirmed at the same moment as an undo does not survive it', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const back = await applyEmailChange(app, owner)
  await requestEmailChange(app, owner, { email: 'newer@elsewhere.test' })
  const asked = await readMailedSecret(app, 'newer@elsewhere.test')
  const [confirmed, undone] = await getStatuses([
    confirmEmailChange(app, 'student', asked),
    undoEmailChange(app, 'student', back),
  ])
  expect([200, 404]).toContain(confirmed)
  expect(undone).toBe(200)
  expect((await readEmail(app, owner)).email).toBe(owner.email)
})

test('two changes undone at once restore the first address', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, 'newer@elsewhere.test')
  const [later, earlier] = await getStatuses(
    [second, first].map((id) => undoEmailChange(app, 'student', id)),
  )
  expect([200, 404]).toContain(later)
  expect(earlier).toBe(200)
  expect((await readEmail(app, owner)).email).toBe(owner.email)
})

test('the later change can be undone on its own, and then the earlier one', async () => {
  const app = await startApp()
  const owner = await makeOwner(app)
  const first = await applyEmailChange(app, owner)
  const second = await applyEmailChange(app, { ...owner, email: newEmail }, 'newer@elsewhere.test')
  expect((await undoEmailChange(app, 'student', second)).status).toBe(200)
  expect((await readEmail(app, owner)).email).toBe(newEmail)
  expect((await undoEmailChange(app, 'student', first)).status).toBe(200)
  expect((await readEmail(app, owner)).email).toBe(owner.email)
})

test('an undo closes open pages and invalidates a reset link emailed since', async () => {
  const app = await startLiveApp()
  const owner = await makeOwner(app)
  const back = await applyEmailChange(app, owner)
  const page = await openPageSocket(app, owner.token)
  await app.call(forgotPassword.student, { body: { email: newEmail } })
  await sendRequestedResets(app.context)
  const mail = (await readMailsTo(app, newEmail)).at(-1)?.body
  const id = mail?.match(/\/reset-password\/(\S+)/)?.[1] ?? ''
  expect(id).not.toBe('')
  expect((await undoEmailChange(app, 'student', back)).status).toBe(200)
  expect(await page.ended).toBe('io server disconnect')
  const body = { password: 'battery staple' }
  expect((await app.call(resetPassword.student, { params: { id }, body })).status).toBe(404)
})
