import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#test/databases/database.ts'
import { all, allForItems, didChange, first, one, run, type Values } from './query.ts'

type Fact = { name: string; value: string }
type Value = { value: string }

const readFacts = all((db) => db.selectFrom('facts').selectAll().orderBy('name'))
const readFact = first((db, { name }: Values<{ name: string }>) =>
  db.selectFrom('facts').selectAll().where('name', '=', name),
)
const readFactThatIs = one((db, { name }: Values<{ name: string }>) =>
  db.selectFrom('facts').selectAll().where('name', '=', name),
)
const insertFact = run((db, fact: Values<Fact>) => db.insertInto('facts').values(fact))
const changeFact = didChange((db, { name, value }: Values<Fact>) =>
  db.updateTable('facts').set({ value }).where('name', '=', name),
)
const deleteFact = didChange((db, { name }: Values<{ name: string }>) =>
  db.deleteFrom('facts').where('name', '=', name).returning('name'),
)

async function twoFacts() {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  await insertFact(db, { name: 'one', value: 'first' })
  await insertFact(db, { value: 'second', name: 'two' })
  return db
}

test("a query binds each call's values by name", async () => {
  const db = await twoFacts()
  const [one, two] = [
    { name: 'one', value: 'first' },
    { name: 'two', value: 'second' },
  ]
  expect(await readFacts(db)).toEqual([one, two])
  expect(await readFact(db, { name: 'two' })).toEqual(two)
  expect(await readFactThatIs(db, { name: 'one' })).toEqual(one)
})

test('a query over a list binds all of its items', async () => {
  const insertFacts = allForItems((db, facts: Values<Fact>[]) =>
    db.insertInto('facts').values(facts),
  )
  const changeFacts = allForItems(
    (db, facts: Values<{ name: string }>[], { value }: Values<Value>) =>
      db
        .updateTable('facts')
        .set({ value })
        .where(
          'name',
          'in',
          facts.map(({ name }) => name),
        )
        .returning('name'),
  )
  const db = await twoFacts()
  const more = Array.from({ length: 120 }, (_, place) => ({ name: `${place}`, value: 'more' }))
  for (const facts of [more.slice(0, 2), more.slice(2, 4), more.slice(4)]) {
    expect(await insertFacts(db, facts)).toEqual([])
  }
  expect(await readFacts(db)).toHaveLength(122)
  const changed = await changeFacts(db, [{ name: 'one' }, { name: '119' }], { value: 'new' })
  expect(changed.map(({ name }) => name).toSorted()).toEqual(['119', 'one'])
  expect(await readFact(db, { name: '119' })).toEqual({ name: '119', value: 'new' })
  expect(await changeFacts(db, [], { value: 'no' })).toEqual([])
})

test('a missing row is undefined, or an error if it is required', async () => {
  const db = await twoFacts()
  expect(await readFact(db, { name: 'three' })).toBeUndefined()
  await expect(readFactThatIs(db, { name: 'three' })).rejects.toThrow('must be there')
})

test('a change returns whether there was a row, with or without RETURNING', async () => {
  const db = await twoFacts()
  expect(await changeFact(db, { name: 'one', value: 'changed' })).toBe(true)
  expect(await changeFact(db, { name: 'three', value: 'changed' })).toBe(false)
  expect(await deleteFact(db, { name: 'one' })).toBe(true)
  expect(await deleteFact(db, { name: 'one' })).toBe(false)
  expect(await readFacts(db)).toEqual([{ name: 'two', value: 'second' }])
})

test('a missing value is an error, not null', async () => {
  const db = await twoFacts()
  await changeFact(db, { name: 'one', value: 'changed' })
  const lacking = JSON.parse('{ "name": "one" }')
  await expect(changeFact(db, lacking)).rejects.toThrow('the query needs a value for value')
  expect(await readFact(db, { name: 'one' })).toMatchObject({ value: 'changed' })
})
