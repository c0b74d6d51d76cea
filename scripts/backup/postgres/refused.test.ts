import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { formatChecksumMismatch } from '#server/database/backup/checksum.ts'
import { schemaDiffersMessage } from '#server/database/backup/compare-schema.ts'
import { formatNewerVersion } from '#server/database/migrate.ts'
import {
  backup,
  makeFolder,
  readEmails,
  readSchema,
  restore,
  seed,
  startClusterForFile,
  timeout,
} from '#test/databases/postgres-commands.ts'
import { queryPostgresColumn as ask } from '#test/databases/postgres-database.ts'
import { makeFailedRun } from '#test/schools/school-under-writes.ts'

const { makeDatabase } = startClusterForFile()

test('files that are no backup, truncated or from a newer version are refused, and nothing changes', {
  timeout,
}, async () => {
  const url = await makeDatabase()
  await seed(url, 20)
  const before = await readEmails(url)
  const folder = makeFolder()
  const [file, bad] = [join(folder, 'school.backup'), join(folder, 'bad.backup')]
  await backup(url, file)
  const refused = async (reason: string) => {
    expect(await restore(url, bad, '--replace')).toEqual(makeFailedRun(reason))
    expect(await readEmails(url)).toEqual(before)
  }

  await refused(`there is no file ${bad}`)
  writeFileSync(bad, 'not a backup at all')
  await refused(`${bad} is not a Weekward backup`)
  writeFileSync(bad, 'SQLite format 3\0 and more')
  await refused(
    `${bad} is from the embedded database: restore it without DATABASE_URL, then run npm run move`,
  )
  const whole = readFileSync(file)
  writeFileSync(bad, whole.subarray(0, whole.length - 10_000))
  await refused(
    `${bad} cannot be restored: pg_restore failed: error: could not read from input file: end of file`,
  )
  await ask(url, `insert into kysely_migration values ('0999-later', '')`)
  await backup(url, bad, '--replace')
  await refused(`${bad} cannot be restored: ${formatNewerVersion('0999-later')}`)
})

/** Runs statements in a database. */
async function runIn(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statements)
  await client.end()
}

const refusal = (reason: string | RegExp) =>
  expect.objectContaining({ code: 1, errors: [expect.stringMatching(reason)] })

/** A function that would stay active in the school. */
const spoils = `create function let_in() returns trigger language plpgsql as $$
  begin delete from sessions; return new; end $$`

test('names like those of migration tables, and objects beside the school, are refused', {
  timeout: 2 * timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 3)
  const file = join(makeFolder(), 'school.backup')
  for (const [spoil, reason, mend] of [
    [
      `${spoils.replace('let_in', 'kysely_migration_run')}; create table kysely_migration_more (a text)`,
      'it holds something that is not Weekward’s: FUNCTION public kysely_migration_run()',
      'drop function kysely_migration_run; drop table kysely_migration_more',
    ],
    [
      'create table kysely_migration_more (a text)',
      'it holds something that is not Weekward’s: TABLE public kysely_migration_more',
      'drop table kysely_migration_more',
    ],
    [
      'alter table kysely_migration_lock add column note text default session_user',
      `${schemaDiffersMessage}: unexpected column kysely_migration_lock.note`,
      'alter table kysely_migration_lock drop column note',
    ],
    [
      `create schema evil; ${spoils.replace('let_in', 'evil.let_in')}`,
      'it holds something that is not Weekward’s: SCHEMA - evil',
      'drop schema evil cascade',
    ],
    [
      'create cast (point as integer) with inout',
      'it holds something that is not Weekward’s: CAST - CAST',
      'drop cast (point as integer)',
    ],
  ] as const) {
    await runIn(from, spoil)
    await backup(from, file, '--replace')
    expect(await restore(to, file)).toEqual(refusal(reason))
    await runIn(from, mend)
  }
  expect(await readSchema(to)).toEqual([])
})

test('changed bytes and a foreign schema are refused, and the row that does not fit is named', {
  timeout: 2 * timeout,
}, async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()]
  await seed(from, 3)
  const run = (statements: string) => runIn(from, statements)
  const file = join(makeFolder(), 'school.backup')
  await backup(from, file)
  const changed = readFileSync(file)
  changed[2_000] = (changed[2_000] ?? 0) ^ 1
  writeFileSync(file, changed)
  expect(await restore(to, file)).toEqual(refusal(formatChecksumMismatch(file)))

  for (const [spoil, reason, mend] of [
    [
      `${spoils}; create trigger let_in after insert on people for each row execute function let_in()`,
      'it holds something that is not Weekward’s: FUNCTION public let_in()',
      'drop function let_in cascade',
    ],
    [
      'drop index trail_person_id_index',
      `${schemaDiffersMessage}: missing index trail_person_id_index on audit_log`,
      'create index trail_person_id_index on audit_log (person_id)',
    ],
    [
      'create view everybody as select * from people',
      'it holds something that is not Weekward’s: VIEW public everybody',
      'drop view everybody',
    ],
    [
      'alter table people add column note text',
      `${schemaDiffersMessage}: unexpected column people.note`,
      'alter table people drop column note',
    ],
    [
      'create rule gone as on insert to audit_log do instead nothing',
      'it holds something that is not Weekward’s: RULE public audit_log gone',
      'drop rule gone on audit_log',
    ],
    [
      'alter table audit_log disable trigger trail_unchanged',
      `${schemaDiffersMessage}: changed trigger trail_unchanged on audit_log`,
      'alter table audit_log enable trigger trail_unchanged',
    ],
  ] as const) {
    await run(spoil)
    await backup(from, file, '--replace')
    expect(await restore(to, file)).toEqual(refusal(reason))
    await run(mend)
  }
  await run(
    `set session_replication_role = replica;
    update tasks set domain_id = 'nowhere' where id = (select min(id) from tasks)`,
  )
  await backup(from, file, '--replace')
  expect(await restore(to, file)).toEqual(
    refusal(/"tasks" violates foreign key.*; Key \(domain_id\)=\(nowhere\) is not present/),
  )
  expect(await readSchema(to)).toEqual([])
  await run(
    `set session_replication_role = replica;
    update tasks set domain_id = (select min(id) from domains) where domain_id = 'nowhere'`,
  )
  await backup(from, file, '--replace')
  expect(await restore(to, file)).toMatchObject({ code: 0, errors: [] })
  expect(await readSchema(to)).toEqual(await readSchema(from))
})
