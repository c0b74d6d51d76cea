import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/kit/context.ts'
import { startApp } from '#test/app.ts'
import { makeDomain } from '#test/factories.ts'

async function start() {
  const app = await startApp()
  const list = async () => {
    const rows = await app.context.db.selectFrom('domains').select('name').orderBy('id').execute()
    return rows.map(({ name }) => name)
  }
  const add = (name: string) =>
    inTransaction(app.context, (context) => makeDomain({ context }, name))
  return { app, list, add }
}

test('while a long change runs, queries return the state before it', async () => {
  const { app, list } = await start()
  const read: string[][] = []
  await inTransaction(app.context, async (context) => {
    await makeDomain({ context }, 'Web')
    await setImmediate()
    read.push(await list(), await list())
  })
  read.push(await list())
  expect(read).toEqual([[], [], ['Web']])
})

test('changes wait for a long one, each in turn, and none is lost when it fails', async () => {
  const { app, list, add } = await start()
  const failing = inTransaction(app.context, async (context) => {
    await makeDomain({ context }, 'Web')
    await setImmediate()
    throw new Error('it fails')
  })
  const added = [add('Data'), add('Design')]
  await expect(failing).rejects.toThrow('it fails')
  await Promise.all(added)
  expect(await list()).toEqual(['Data', 'Design'])
})
