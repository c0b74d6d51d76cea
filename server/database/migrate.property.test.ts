import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { migrationNames, runMigrations, sampleFact } from '#test/databases/migrations.ts'
import { makePropertyParameters } from '#test/property.ts'
import { openDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

test('a school of any version migrates to the newest schema', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: migrationNames.length }), async (count) => {
      const { address, drop } = await createEmptyDatabase()
      const db = openDatabase(address)
      await runMigrations(db, migrationNames.slice(0, count))
      await db.insertInto('facts').values(sampleFact).execute()
      await migrate(db)
      expect(
        await db.selectFrom('facts').selectAll().where('name', '=', sampleFact.name).execute(),
      ).toEqual([sampleFact])
      await db.destroy()
      await drop()
    }),
    makePropertyParameters(2),
  )
})
