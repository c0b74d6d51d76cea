import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '#server/kit/database.ts'
import { migrate } from '#server/kit/migrate.ts'
import { fillLargeSchool } from './large-school.ts'
const url = process.argv[3]
if (!url) rmSync('/tmp/growth-try.db', { force: true })
const db = openDatabase(url ? { kind: 'postgres', url } : { kind: 'sqlite', file: '/tmp/growth-try.db' })
await migrate(db)
const t = performance.now()
await fillLargeSchool(db, { size: Number(process.argv[2]), now: Date.now() })
console.log('fill', performance.now() - t)
if (url) await sql`vacuum analyze`.execute(db)
console.log('all', performance.now() - t)
await db.destroy()
