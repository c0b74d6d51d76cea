import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd, startProject, startWritingSchool } from '#test/writing-school.ts'
import { sealBackup } from '../own-checksum.ts'

const timeout = 60_000

/** A folder for a school's data and another for its backups, and the commands at work in them. */
function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = { DATA_DIR: join(folder, 'data') }
  const run = (name: string, ...args: string[]) =>
    runToEnd(`scripts/backup/${name}.ts`, args, settings)
  return {
    folder,
    settings,
    database: join(folder, 'data/weekward.db'),
    file: join(folder, 'school.backup'),
    seed: (students: number) =>
      runToEnd('seed/main.ts', ['--students', String(students)], settings),
    backup: (...args: string[]) => run('backup', ...args),
    restore: (...args: string[]) => run('restore', ...args),
  }
}

/** The first column of what a query finds in a file. */
function ask(file: string, query: string): unknown[] {
  const database = new DatabaseSync(file)
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    database.close()
  }
}

/** As a version wrote it that knew no checksum. */
function withoutChecksum(backup: Buffer): Buffer {
  return backup.subarray(0, backup.indexOf('\nweekward backup, sha256 of all before: '))
}

function mustBeWhole(file: string): void {
  expect(ask(file, 'pragma integrity_check')).toEqual(['ok'])
  expect(ask(file, 'pragma foreign_key_check')).toEqual([])
  // A person, the invitation and its mail are written together.
  const halves = `select email from people where email like 'added-%' and (
    id not in (select person_id from invitations) or email not in (select recipient from outbox))`
  expect(ask(file, halves)).toEqual([])
}

const emails = (file: string) => ask(file, 'select email from people')
const said = (line: string) => ({ code: 1, out: [], errors: [`weekward: ${line}`] })

test('a backup while people are added is whole and holds all that were confirmed before', {
  timeout,
}, async () => {
  const place = makePlace()
  await place.seed(1000)
  const school = await startWritingSchool(place.settings)
  await school.more(20)
  const before = [...school.acknowledged]
  const saved = await place.backup(place.file)
  await school.more(20)
  await school.pause()

  expect(saved).toMatchObject({ code: 0, errors: [] })
  mustBeWhole(place.file)
  expect(emails(place.file)).toEqual(expect.arrayContaining(before))
  expect(ask(place.file, 'select count(*) from reviews')).toEqual(
    ask(place.database, 'select count(*) from reviews'),
  )
  expect(readdirSync(place.folder).sort()).toEqual(['data', 'school.backup'])
  expect(statSync(place.file).mode & 0o077).toBe(0)
})

test('a restore waits for no server: it refuses, and brings the school back once that has stopped', {
  timeout,
}, async () => {
  const place = makePlace()
  const school = await startWritingSchool(place.settings)
  await school.more(5)
  await school.pause()
  const before = emails(place.database)
  await place.backup(place.file)
  const later = { name: 'Ben', email: 'later@school.test' }
  const headers = { 'content-type': 'application/json', authorization: school.token }
  const body = JSON.stringify(later)
  await fetch(`${school.url}/admin/add-advisor`, { method: 'POST', headers, body })

  const inUse = said(`${place.database} is in use: stop the server first`)
  expect(await place.restore(place.file)).toEqual(inUse)
  expect(await place.restore(place.file, '--replace')).toEqual(inUse)
  school.server.signal('SIGTERM')
  expect(await school.server.ended).toBe(0)
  expect(await place.restore(place.file)).toEqual(
    said(`${place.database} holds data; nothing was changed: give --replace to lose that data`),
  )
  expect(emails(place.database)).toContain(later.email)

  expect(await place.restore(place.file, '--replace')).toMatchObject({ code: 0, errors: [] })
  mustBeWhole(place.database)
  expect(emails(place.database)).toEqual(before)
  const again = startProject('server/main.ts', [], { PORT: '0', ...place.settings })
  const url = await again.line(/^weekward ready on (.+)$/)
  const list = await fetch(`${url}/admin/all-advisor`, {
    headers: { authorization: school.token },
  })
  expect(list.status).toBe(200)
})

test('a restore that is killed while it writes leaves the old school, whole', {
  timeout,
}, async () => {
  const place = makePlace()
  await place.seed(1500)
  await place.backup(place.file)
  const settings = { DATA_DIR: join(place.folder, 'other') }
  const target = join(settings.DATA_DIR, 'weekward.db')
  const restore = [place.file, '--replace']
  const journal = `${target}-journal`

  let wasCutOff = false
  // A kill may come too late on a busy machine; then it is tried once more.
  for (let turn = 0; turn < 10 && !wasCutOff; turn++) {
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
    await runToEnd('seed/main.ts', ['--students', '3'], settings)
    const before = emails(target)
    const running = startProject('scripts/backup/restore.ts', restore, settings)
    const watcher = watch(settings.DATA_DIR, (_event, name) => {
      // What SQLite undoes a change with lies there as long as the change is not whole.
      if (name === 'weekward.db-journal') running.signal('SIGKILL')
    })
    await running.ended
    watcher.close()
    wasCutOff = existsSync(journal) && statSync(journal).size > 0
    mustBeWhole(target)
    if (wasCutOff) expect(emails(target)).toEqual(before)
  }
  expect(wasCutOff).toBe(true)

  expect(await runToEnd('scripts/backup/restore.ts', restore, settings)).toMatchObject({ code: 0 })
  expect(emails(target)).toEqual(emails(place.file))
  expect(readdirSync(settings.DATA_DIR)).not.toContain('weekward.db.restoring')
})

test('what is no backup, damaged, or from a newer version is refused, and nothing is changed', {
  timeout,
}, async () => {
  const place = makePlace()
  await place.seed(20)
  await place.backup(place.file)
  const before = readFileSync(place.database)
  const bad = join(place.folder, 'bad.backup')
  const refused = async (reason: string) => {
    const answer = await place.restore(bad, '--replace')
    expect(answer).toEqual(said(reason))
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
  await refused(`${bad} is no backup of Weekward`)
  writeFileSync(bad, 'PGDMP and more')
  await refused(`${bad} is from PostgreSQL: restore it with DATABASE_URL set to a database there`)
  const whole = readFileSync(place.file)
  writeFileSync(bad, whole.fill(0x5a, whole.length - 60_000))
  await refused(`${bad} cannot be restored: database disk image is malformed`)
  const [task] = ask(
    place.file,
    'select id from tasks where week = 1 and domain_id = (select min(id) from domains)',
  )
  change(
    `update tasks set domain_id = 'nowhere' where week = 1 and domain_id = (select min(id) from domains)`,
  )
  await refused(
    `${bad} cannot be restored: it is damaged: tasks ${task} refers to a row of domains that is missing`,
  )
  change(`insert into kysely_migration values ('0999-later', '')`)
  await refused(
    `${bad} cannot be restored: it is from a newer version of Weekward (0999-later): use that version or a later one`,
  )
  rmSync(bad)
  new DatabaseSync(bad).exec('create table other (a); insert into other values (1)')
  await refused(`${bad} cannot be restored: no school is in it`)
})

test('changed bytes and a foreign schema are refused, and an older backup is told to have no checksum', {
  timeout,
}, async () => {
  const place = makePlace()
  await place.seed(3)
  await place.backup(place.file)
  const before = readFileSync(place.database)
  const bad = join(place.folder, 'bad.backup')
  const refused = async (reason: string) => {
    expect(await place.restore(bad, '--replace')).toEqual(
      said(`${bad} cannot be restored: ${reason}`),
    )
    expect(readFileSync(place.database).equals(before)).toBe(true)
    const left = readdirSync(join(place.folder, 'data'))
    expect(left.filter((name) => /restoring|comparing/.test(name))).toEqual([])
  }

  // Where a row's text stands: SQLite itself finds nothing wrong with another one.
  const changed = readFileSync(place.file)
  changed.write('student@weekwarb.test', changed.indexOf('student@weekward.test'))
  writeFileSync(bad, changed)
  await refused('it is not as it was written, its checksum differs')

  const cut = withoutChecksum(readFileSync(place.file))
  writeFileSync(bad, cut)
  await refused('it is damaged: its checksum is missing from its end')
  for (const [statement, reason] of [
    [
      'create trigger let_in after insert on people begin delete from sessions; end',
      'there is a trigger let_in of people',
    ],
    ['drop trigger trail_update_refused', 'there is no trigger trail_update_refused of trail'],
    [
      `drop trigger trail_young_kept; create trigger trail_young_kept
        before delete on trail begin select 1; end`,
      'another trigger trail_young_kept of trail',
    ],
    ['create view everybody as select * from people', 'there is a view everybody of everybody'],
    ['alter table people add column note text', 'another table people of people'],
    ['drop index trail_person_id_index', 'there is no index trail_person_id_index of trail'],
  ] as const) {
    writeFileSync(bad, cut)
    const database = new DatabaseSync(bad)
    database.exec(statement)
    database.close()
    await sealBackup(bad)
    await refused(`its schema is not Weekward's: ${reason}`)
  }

  chmodSync(join(place.folder, 'data'), 0o755)
  chmodSync(place.database, 0o644)
  writeFileSync(bad, gunzipSync(readFileSync('test/versions/0.1.0/weekward.db.gz')))
  const restored = await place.restore(bad, '--replace')
  expect(restored).toEqual({
    ...{ code: 0, errors: [] },
    out: [
      'this backup is of a version that wrote no checksum: whether a byte of it has changed is not known',
      `the school of ${bad} is back`,
    ],
  })
  for (const path of [place.database, join(place.folder, 'data')]) {
    expect(statSync(path).mode & 0o077).toBe(0)
  }
})

test(
  'a backup overwrites nothing, and makes no database where there is none',
  async () => {
    const place = makePlace()
    expect(await place.backup(place.file)).toEqual(
      said(`there is no database at ${place.database}`),
    )
    expect(readdirSync(place.folder)).toEqual([])
    await place.seed(3)
    await place.backup(place.file)
    const before = readFileSync(place.file)
    expect(await place.backup(place.file)).toEqual(
      said(`${place.file} is there already: choose another name, or give --replace`),
    )
    expect(readFileSync(place.file).equals(before)).toBe(true)
    expect(await place.backup(place.file, '--replace')).toMatchObject({ code: 0 })
    const nowhere = join(place.folder, 'nowhere')
    expect(await place.backup(join(nowhere, 'a'))).toEqual(said(`there is no folder ${nowhere}`))
  },
  timeout,
)

test.each(['backup', 'restore'] as const)(
  '%s says how it is used',
  async (name) => {
    const place = makePlace()
    for (const args of [[], ['a', 'b'], ['a', '--force']]) {
      expect(await place[name](...args)).toEqual(said(`usage: npm run ${name} -- FILE [--replace]`))
    }
  },
  timeout,
)
