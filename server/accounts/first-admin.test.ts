import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { addFirstAdminFromSettings } from './school-set-up/actions.ts'

const boss = { email: 'boss@school.test', password: 'correct horse' }

test('the first admin of an empty database can sign in at once', async () => {
  const app = await startApp()
  await addFirstAdminFromSettings(app.context, boss)
  const { body } = await app.call(login.admin, { body: boss })
  expect(body.message).toMatchObject({ status: true })
})

test('no admin is added from the settings once there is anyone', async () => {
  const app = await startApp()
  await makePerson(app, 'student')
  await addFirstAdminFromSettings(app.context, boss)
  expect((await app.call(login.admin, { body: boss })).status).toBe(401)
})

test('the first admin cannot have a common password', async () => {
  const app = await startApp()
  await expect(
    addFirstAdminFromSettings(app.context, { ...boss, password: 'trustno1' }),
  ).rejects.toThrow('This password is too common. Please choose another.')
  expect(await app.context.db.selectFrom('people').select('id').execute()).toEqual([])
})

test('two processes that start at once add one admin', async () => {
  const app = await startApp()
  await Promise.all([
    addFirstAdminFromSettings(app.context, boss),
    addFirstAdminFromSettings(app.context, boss),
  ])
  const people = await app.context.db.selectFrom('people').select(['role', 'email']).execute()
  expect(people).toEqual([{ role: 'admin', email: boss.email }])
})
