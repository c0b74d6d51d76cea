import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { createPrivateFile, ensurePrivateFolder, restrictPermissions } from './private-files.ts'

/** A folder that everybody may read, with what an older version left in it. */
function makeOldFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'outbox'), { recursive: true })
  for (const name of [...names, 'outbox/1.eml', 'other.txt']) writeFileSync(join(dataDir, name), '')
  for (const name of ['', 'outbox']) chmodSync(join(dataDir, name), 0o755)
  return { folder, dataDir }
}

const names = ['', '-wal', '-shm', '-journal'].map((end) => `weekward.db${end}`)
const getMode = (...path: string[]) => statSync(join(...path)).mode & 0o777

test('files that an older version left readable are restricted, and no others', () => {
  const { dataDir } = makeOldFolder()
  chmodSync(join(dataDir, 'other.txt'), 0o644)
  expect(restrictPermissions(dataDir)).toEqual([])
  expect(getMode(dataDir)).toBe(0o700)
  expect(getMode(dataDir, 'outbox')).toBe(0o700)
  for (const name of [...names, 'outbox/1.eml']) {
    expect({ name, mode: getMode(dataDir, name) }).toEqual({ name, mode: 0o600 })
  }
  expect(getMode(dataDir, 'other.txt')).toBe(0o644)
})

test('links inside DATA_DIR are not followed but reported', () => {
  const { folder, dataDir } = makeOldFolder()
  const [elsewhere, letter] = [join(folder, 'elsewhere'), join(folder, 'letter.eml')]
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, '2.eml'), '')
  writeFileSync(letter, '')
  for (const path of [elsewhere, join(elsewhere, '2.eml'), letter]) chmodSync(path, 0o755)
  symlinkSync(letter, join(dataDir, 'outbox/3.eml'))
  rmSync(join(dataDir, 'weekward.db'))
  symlinkSync(letter, join(dataDir, 'weekward.db'))
  const said = (name: string) =>
    `${join(dataDir, name)} is a link: who may read what it leads to is not changed`
  expect(restrictPermissions(dataDir)).toEqual([said('weekward.db'), said('outbox/3.eml')])

  rmSync(join(dataDir, 'outbox'), { recursive: true })
  symlinkSync(elsewhere, join(dataDir, 'outbox'))
  expect(restrictPermissions(dataDir)).toEqual([said('weekward.db'), said('outbox')])
  for (const path of [elsewhere, join(elsewhere, '2.eml'), letter])
    expect(getMode(path)).toBe(0o755)
})

test('if DATA_DIR is a link, the folder it leads to is restricted', () => {
  const { folder, dataDir } = makeOldFolder()
  const link = join(folder, 'link')
  symlinkSync(dataDir, link)
  expect(restrictPermissions(link)).toEqual([])
  expect([getMode(dataDir), lstatSync(link).isSymbolicLink()]).toEqual([0o700, true])
})

test('a shared folder is not restricted, and a missing one is ignored', () => {
  const { dataDir } = makeOldFolder()
  chmodSync(dataDir, 0o1777)
  expect(restrictPermissions(dataDir)).toEqual([
    `${dataDir} is a folder for everybody: give Weekward one of its own in DATA_DIR`,
  ])
  expect(getMode(dataDir)).toBe(0o777)
  expect(getMode(dataDir, 'weekward.db')).toBe(0o600)
  expect(restrictPermissions(join(dataDir, 'nowhere'))).toEqual([])
})

test('a new database and its side files are private from the first byte', async () => {
  const { folder } = makeOldFolder()
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))
  const place = join(folder, 'new/deeper')
  const db = openDatabase({ kind: 'sqlite', file: join(place, 'weekward.db') })
  onTestFinished(() => db.destroy())
  await migrate(db)
  expect(readdirSync(place).sort()).toEqual(['weekward.db', 'weekward.db-shm', 'weekward.db-wal'])
  for (const name of readdirSync(place)) expect(getMode(place, name)).toBe(0o600)
  expect(getMode(place)).toBe(0o700)
})

test('an existing file is not reused as a new private one', () => {
  const { folder } = makeOldFolder()
  const [file, link, elsewhere] = ['new', 'link', 'elsewhere'].map((name) => join(folder, name))
  createPrivateFile(String(file))
  expect(getMode(String(file))).toBe(0o600)
  expect(() => createPrivateFile(String(file))).toThrow('EEXIST')
  symlinkSync(String(elsewhere), String(link))
  expect(() => createPrivateFile(String(link))).toThrow('EEXIST')
})

test('a folder that cannot be created, or a dangling link, is an error', () => {
  expect(() => ensurePrivateFolder('/proc/weekward/data')).toThrow('/proc/weekward')
  expect(() => ensurePrivateFolder('/dev/null/data')).toThrow('/dev/null/data')
  const { folder } = makeOldFolder()
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'nothing'), link)
  expect(() => ensurePrivateFolder(link)).toThrow(`${link} is a link to nothing`)
  ensurePrivateFolder(join(folder, 'new', 'data'))
  expect(statSync(join(folder, 'new', 'data')).mode & 0o777).toBe(0o700)
})
