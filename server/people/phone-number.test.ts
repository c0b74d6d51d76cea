import { expect, test } from 'vitest'
import { setPassword, setProfile } from '#contract/accounts/accounts.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { getProfile } from '#contract/people/profile.ts'
import { saveSchoolSettings } from '#contract/school/settings.ts'
import { invitePerson, makeProfile, password } from '#test/accounts/onboard.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

const wrong = 'Please enter the number with its country code, such as +49 1512 3456789'

async function startInternational() {
  const app = await startApp({ phoneNumbers: 'international' })
  const { token } = await makePerson(app, 'student')
  const edit = (number: string) =>
    app.call(editProfile.student, { token, body: { number, address: '1 Main Street' } })
  return { app, token, edit }
}

/** An invited advisor who completes the profile with this number. */
async function onboard(app: TestApp, number: string) {
  const { secret } = await invitePerson(app, 'advisor')
  const params = { id: secret }
  await app.call(setPassword.advisor, { params, body: { password } })
  const { domain: _, domains: __, ...profile } = makeProfile([])
  return app.call(setProfile.advisor, { params, body: { ...profile, number } })
}

test.each([
  ['+49 (1512) 345-6789', '+4915123456789', '+49 1512 3456789'],
  ['+33612345678', '+33612345678', '+33 6 12 34 56 78'],
  ['0049 151 23456789', '+4915123456789', '+49 1512 3456789'],
  [' +1 213 373 4253 ', '+12133734253', '+1 213 373 4253'],
  ['+91 98765.43210', '+919876543210', '+91 98765 43210'],
])('an international school takes %s, keeps %s and shows %s', async (number, kept, shown) => {
  const { token, edit, app } = await startInternational()
  expect((await edit(number)).body).toMatchObject({ number: kept, shownNumber: shown })
  const { body } = await app.call(getProfile.student, { token })
  expect(body).toMatchObject({ number: kept, shownNumber: shown })
  expect((await onboard(app, number)).status).toBe(200)
  const numbers = await app.context.db.selectFrom('people').select('number').execute()
  expect(numbers.filter((one) => one.number === kept)).toHaveLength(2)
})

test.each(['0151234567', '+49 15', '+999 1512 3456789', '+49 1512 3456789 12345678'])(
  'an international school does not take %s',
  async (number) => {
    const { app, edit } = await startInternational()
    for (const refused of [await edit(number), await onboard(app, number)]) {
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message: wrong, errors: { number: wrong } })
    }
  },
)

test('a school with ten-digit numbers refuses others and shows them unchanged', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'student')
  const edit = (number: string) =>
    app.call(editProfile.student, { token, body: { number, address: '1 Main Street' } })
  const message = 'Must be at less than 10 numbers'
  for (const refused of [await edit('+4915123456789'), await onboard(app, '+4915123456789')]) {
    expect(refused.body).toEqual({ message, errors: { number: message } })
  }
  expect((await edit('0123456789')).body).toMatchObject({
    number: '0123456789',
    shownNumber: '0123456789',
  })
})

test('existing numbers stay valid when a school changes its number format', async () => {
  const { app, token, edit } = await startInternational()
  const admin = await makePerson(app, 'admin')
  const change = async (phoneNumbers: 'ten-digits' | 'international') => {
    const asked = { token: admin.token, body: { phoneNumbers } }
    expect((await app.call(saveSchoolSettings, asked)).body.settings).toMatchObject({
      phoneNumbers,
    })
    const { body } = await app.call(getProfile.student, { token })
    expect(body).toMatchObject({ phoneNumbers })
  }
  await edit('+4915123456789')
  await change('ten-digits')
  expect((await edit('+4915123456789')).status).toBe(200)
  expect((await edit('+4915123456780')).status).toBe(400)
  expect((await edit('0123456789')).status).toBe(200)
  await change('international')
  expect((await edit('0123456789')).status).toBe(200)
  expect((await edit('0123456780')).status).toBe(400)
  const { body } = await app.call(getProfile.student, { token })
  expect(body).toMatchObject({ number: '0123456789', shownNumber: '0123456789' })
})
