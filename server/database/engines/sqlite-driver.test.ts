import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { makeUniqueViolationMatcher } from '#server/database/errors/constraint-errors.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
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

describe.each([false, true])('in a thread: %s', (isLong) => {
  test('while a long change runs, queries return the state before it', async () => {
    const { app, list } = await start()
    const read: string[][] = []
    const change = async (context: Context<Tx>) => {
      await makeDomain({ context }, 'Web')
      await setImmediate()
      read.push(await list(), await list())
    }
    await inTransaction(app.context, change, { isLong })
    read.push(await list())
    expect(read).toEqual([[], [], ['Web']])
  })

  test('changes wait for a long one, each in turn, and none is lost when it fails', async () => {
    const { app, list, add } = await start()
    const failing = inTransaction(
      app.context,
      async (context) => {
        await makeDomain({ context }, 'Web')
        await setImmediate()
        throw new Error('it fails')
      },
      { isLong },
    )
    const added = [add('Data'), add('Design')]
    await expect(failing).rejects.toThrow('it fails')
    await Promise.all(added)
    // On PostgreSQL they run side by side.
    expect((await list()).toSorted()).toEqual(['Data', 'Design'])
  })

  test('a constraint refuses a statement of a long change with its name, and the rest goes on', async () => {
    const { app, list, add } = await start()
    await add('Web')
    const refused = inTransaction(
      app.context,
      async ({ db }) => {
        const [row] = await db.selectFrom('domains').selectAll().execute()
        if (!row) throw new Error('there is no domain')
        const insert = () =>
          db
            .insertInto('domains')
            .values({ ...row, id: 'other' })
            .execute()
        const error = await withinSavepoint(db, insert).catch((error: unknown) => error)
        await db.updateTable('domains').set({ name: 'Art' }).execute()
        return makeUniqueViolationMatcher('domains', 'name_key')(error)
      },
      { isLong },
    )
    expect(await refused).toBe(true)
    expect(await list()).toEqual(['Art'])
  })
})
