import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { appendChecksum, formatChecksumMismatch } from '#server/database/backup/checksum.ts'
import { schemaDiffersMessage } from '#server/database/backup/compare-schema.ts'
import { formatNewerVersion } from '#server/database/migrate.ts'
import { makeSchoolFolders, queryColumn } from '#test/databases/sqlite-commands.ts'
import { makeFailedRun } from '#test/schools/school-under-writes.ts'

const timeout = 60_000

/** A backup by a version that wrote no checksum. */
function withoutChecksum(backup: Buffer): Buffer {
  return backup.subarray(0, backup.indexOf('\nweekward backup, sha256 of all before: '))
}

test('files that are no backup, damaged or from a newer version are refused, and nothing changes', {
  timeout,
}, async () => {
  const place = makeSchoolFolders()
  await place.seed(20)
  await place.backup(place.file)
  const before = readFileSync(place.database)
  const bad = join(place.folder, 'bad.backup')
  const refused = async (reason: string) => {
    const answer = await place.restore(bad, '--replace')
    expect(answer).toEqual(makeFailedRun(reason))
    expect(readFileSync(place.database).equals(before)).toBe(true)
    expect(readdirSync(join(place.folder, 'data'))).not.toContain('weekward.db.restoring')
  }
  const change = (statement: string) => {
    writeFileSync(bad, withoutChecksum(readFileSync(place.file)))
    const database = new DatabaseSync(bad, { enableForeignKeyConstraints: false })
    database.exec(statement)
    database.close()
  }

  await refused(`there is no file ${bad}`)
  writeFileSync(bad, 'not a backup at all')
  await refused(`${bad} is not a Weekward backup`)
  writeFileSync(bad, 'PGDMP and more')
  await refused(
    `${bad} is from PostgreSQL: set DATABASE_URL to a PostgreSQL database to restore it`,
  )
  const whole = readFileSync(place.file)
  writeFileSync(bad, whole.fill(0x5a, whole.length - 60_000))
  await refused(`${bad} cannot be restored: database disk image is malformed`)
  const [task] = queryColumn(
    place.file,
    'select id from tasks where week = 1 and domain_id = (select min(id) from domains)',
  )
  change(
    `update tasks set domain_id = 'nowhere' where week = 1 and domain_id = (select min(id) from domains)`,
  )
  await refused(
    `${bad} cannot be restored: it is damaged: tasks ${task} refers to a row in domains that does not exist`,
  )
  change(`insert into kysely_migration values ('0999-later', '')`)
  await refused(`${bad} cannot be restored: ${formatNewerVersion('0999-later')}`)
  rmSync(bad)
  new DatabaseSync(bad).exec('create table other (a); insert into other values (1)')
  await refused(`${bad} cannot be restored: it holds no school`)
})

test('changed bytes and a foreign schema are refused; an older backup has no checksum', {
  timeout,
}, async () => {
  const place = makeSchoolFolders()
  await place.seed(3)
  await place.backup(place.file)
  const before = readFileSync(place.database)
  const bad = join(place.folder, 'bad.backup')
  const refused = async (reason: string) => {
    expect(await place.restore(bad, '--replace')).toEqual(makeFailedRun(reason))
    expect(readFileSync(place.database).equals(before)).toBe(true)
    const left = readdirSync(join(place.folder, 'data'))
    expect(left.filter((name) => /restoring|comparing/.test(name))).toEqual([])
  }

  // Within the text of a row, where SQLite itself notices no change.
  const changed = readFileSync(place.file)
  changed.write('student@weekwarb.test', changed.indexOf('student@weekward.test'))
  writeFileSync(bad, changed)
  await refused(formatChecksumMismatch(bad))

  const cut = withoutChecksum(readFileSync(place.file))
  writeFileSync(bad, cut)
  await refused(`${bad} cannot be restored: it is damaged: the checksum at its end is missing`)
  for (const [statement, reason] of [
    [
      'create trigger let_in after insert on people begin delete from sessions; end',
      'unexpected trigger let_in on people',
    ],
    [
      'drop trigger audit_log_update_refused',
      'missing trigger audit_log_update_refused on audit_log',
    ],
    [
      `drop trigger trail_young_kept; create trigger trail_young_kept
        before delete on audit_log begin select 1; end`,
      'changed trigger trail_young_kept on audit_log',
    ],
    ['create view everybody as select * from people', 'unexpected view everybody'],
    ['alter table people add column note text', 'changed table people'],
    [
      `create trigger people_search_data after insert on people
        begin delete from sessions; end`,
      'unexpected trigger people_search_data on people',
    ],
    [
      `create view people_search_stat as select * from people`,
      'unexpected view people_search_stat',
    ],
    [
      `drop table kysely_migration_lock; create table kysely_migration_lock
        (id varchar(255) not null primary key, is_locked integer not null default 0 check (abs(-1) = 1))`,
      'changed table kysely_migration_lock',
    ],
    [
      'alter table kysely_migration add column more text generated always as (upper(name)) virtual',
      'changed table kysely_migration',
    ],
    ['drop index trail_person_id_index', 'missing index trail_person_id_index on audit_log'],
  ] as const) {
    writeFileSync(bad, cut)
    const database = new DatabaseSync(bad)
    database.exec(statement)
    database.close()
    await appendChecksum(bad)
    await refused(`${bad} cannot be restored: ${schemaDiffersMessage}: ${reason}`)
  }

  chmodSync(join(place.folder, 'data'), 0o755)
  chmodSync(place.database, 0o644)
  writeFileSync(bad, gunzipSync(readFileSync('test/versions/0.1.0/weekward.db.gz')))
  const restored = await place.restore(bad, '--replace')
  expect(restored).toEqual({
    code: 0,
    errors: [],
    out: [
      'this backup has no checksum, as it is from an older version: it cannot be checked for damage',
      `restored the school from ${bad}`,
    ],
  })
  for (const path of [place.database, join(place.folder, 'data')]) {
    expect(statSync(path).mode & 0o077).toBe(0)
  }
})
