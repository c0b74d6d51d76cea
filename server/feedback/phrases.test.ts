import { expect, test } from 'vitest'
import { getPhrases, savePhrases } from '#contract/feedback.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const { token } = await makePerson(app, 'reviewer')
  const read = async (by = token) => (await app.call(getPhrases, { token: by })).body
  const save = (phrases: string[]) => app.call(savePhrases, { token, body: { value: { phrases } } })
  return { app, read, save }
}

test('a reviewer keeps phrases of their own, in their order', async () => {
  const { app, read, save } = await start()
  expect(await read()).toEqual({ phrases: [] })
  expect((await save([' Well done ', 'Read\nmore'])).body).toEqual({
    message: 'Your phrases were saved.',
    phrases: ['Well done', 'Read\nmore'],
  })
  expect(await read()).toEqual({ phrases: ['Well done', 'Read\nmore'] })
  const { token } = await makePerson(app, 'reviewer')
  expect(await read(token)).toEqual({ phrases: [] })
  await save([])
  expect(await read()).toEqual({ phrases: [] })
})

test('at most thirty phrases of 500 characters each, none of them blank', async () => {
  const { read, save } = await start()
  const most = Array.from({ length: 30 }, () => 'x'.repeat(500))
  expect((await save(most)).status).toBe(200)
  for (const [phrases, message] of [
    [[...most, 'x'], 'No more than 30 phrases'],
    [['x'.repeat(501)], 'This is too long'],
    [['Well done', ' '], 'This field is required'],
  ] as const) {
    expect(await save([...phrases])).toMatchObject({ status: 400, body: { message } })
  }
  expect(await read()).toEqual({ phrases: most })
})
