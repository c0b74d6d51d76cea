import { expect } from 'vitest'
import { confirmEmail, undoEmail } from '#contract/accounts/change-email.ts'
import { basePath, type Role } from '#contract/roles.ts'
import { addFirstAdminFromSettings } from '#server/accounts/school-set-up/actions.ts'
import type { TestApp } from '../app.ts'
import { readMailsTo } from '../mail/mails.ts'
import { onboard, password } from './onboard.ts'
import { openSession } from './session.ts'

export type EmailOwner = { _id: string; role: Role; email: string; token: string }

export const newEmail = 'new@elsewhere.test'

/** A person who has signed in with a password. */
export async function makeOwner(app: TestApp, role: Role = 'student'): Promise<EmailOwner> {
  if (role !== 'admin') {
    const person = await onboard(app, role)
    return { ...person, role, token: await openSession(app.context, person._id) }
  }
  const email = 'boss@school.test'
  await addFirstAdminFromSettings(app.context, { email, password })
  const people = app.context.db.selectFrom('people').select('id').where('email', '=', email)
  const { id: _id } = await people.executeTakeFirstOrThrow()
  return { _id, role, email, token: await openSession(app.context, _id) }
}

export const requestEmailChange = (
  app: TestApp,
  { role, token }: EmailOwner,
  more: Record<string, unknown> = {},
) =>
  app.send('PUT', `${basePath[role]}/change-email`, {
    token,
    body: { value: { email: newEmail, password, ...more } },
  })

/** The secret of the link in the latest mail to an address. */
export async function readMailedSecret(app: TestApp, email: string): Promise<string> {
  const body = (await readMailsTo(app, email)).at(-1)?.body ?? ''
  return body.match(/\/(?:confirm|undo)-email\/(\S+)/)?.[1] ?? 'no link'
}

export const confirmEmailChange = (app: TestApp, role: Role, id: string) =>
  app.call(confirmEmail[role], { params: { id } })

export const undoEmailChange = (app: TestApp, role: Role, id: string) =>
  app.call(undoEmail[role], { params: { id } })

/** Changes a person's email and returns the secret of the undo link. */
export async function applyEmailChange(
  app: TestApp,
  owner: EmailOwner,
  email = newEmail,
): Promise<string> {
  expect((await requestEmailChange(app, owner, { email })).status).toBe(200)
  expect(
    (await confirmEmailChange(app, owner.role, await readMailedSecret(app, email))).status,
  ).toBe(200)
  return readMailedSecret(app, owner.email)
}

export async function readEmail({ context }: TestApp, { _id }: { _id: string }) {
  const people = context.db.selectFrom('people').select(['email', 'search_key'])
  return people.where('id', '=', _id).executeTakeFirstOrThrow()
}
