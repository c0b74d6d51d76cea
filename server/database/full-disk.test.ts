import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addDomain, listDomains } from '#contract/domains/domains.ts'
import { startApp } from '#test/app.ts'
import { openOnSmallDisk } from '#test/databases/small-disk.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase } from '#test/live-app.ts'

const full = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: { message: 'There is no storage left to save this. Please tell your school’s admin.' },
}

/** Changes that come together go to the disk together. */
const atOnce = 4

if (!canShareDatabase) {
  test('on a full disk calls are refused, reading still works, and writing resumes with free space', async () => {
    const disk = await openOnSmallDisk()
    const app = await startApp({}, { on: Promise.resolve(disk) })
    const { token } = await makePerson(app, 'admin')
    const add = (at: number) =>
      app.call(addDomain, { token, body: { name: `Domain ${at} ${'x'.repeat(80)}` } })
    let kept = 0
    const addUntilFull = async () => {
      for (let at = 0; at < 5_000; at += atOnce) {
        const replies = await Promise.all(Array.from({ length: atOnce }, (_, one) => add(at + one)))
        const refused = replies.find(({ status }) => status !== 200)
        kept += replies.filter(({ status }) => status === 200).length
        if (refused) return refused
      }
      return undefined
    }
    const read = async () => (await app.call(listDomains, { token, query: { limit: 1_000 } })).body

    expect((await add(-1)).status).toBe(200)
    await disk.fill()
    expect(await addUntilFull()).toMatchObject(full)
    expect(await read()).toHaveLength(kept + 1)
    expect(app.errors.join()).toContain('full')
    // Nobody can be noted as using their session just now, which is no reason to send them away.
    app.time.now += 2 * 60_000
    expect(await read()).toHaveLength(kept + 1)

    await disk.makeRoom()
    expect((await add(-2)).status).toBe(200)
    expect(await read()).toHaveLength(kept + 2)
    const { rows } = await sql`pragma integrity_check`.execute(disk.db)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })
} else {
  test("PostgreSQL's full disk is reported as such", async () => {
    const app = await startApp()
    const { token } = await makePerson(app, 'admin')
    const { db } = app.context
    await sql`create function refuse() returns trigger language plpgsql as
      'begin raise exception using errcode = ''disk_full'', message = ''could not extend file''; end'
    `.execute(db)
    onTestFinished(async () => void (await sql`drop function refuse cascade`.execute(db)))
    await sql`create trigger full_disk before insert on domains execute function refuse()`.execute(
      db,
    )
    expect(await app.call(addDomain, { token, body: { name: 'Web' } })).toMatchObject(full)
    expect((await app.call(listDomains, { token })).status).toBe(200)
  })
}
