import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Column, layOutColumns } from './columns.ts'

const column = (header: string, width: number, more: Partial<Column<string>> = {}) => ({
  header,
  width,
  cell: (item: string) => item,
  ...more,
})
const columns: Column<string>[] = [
  column('no', 50, { priority: 'low' }),
  column('name', 200, { grows: true }),
  column('email', 100, { grows: true, priority: 'medium' }),
  column('domain', 100, { priority: 'medium' }),
  column('action', 50),
]
const placed = (room: number) =>
  layOutColumns(columns, room).map(({ header, room }) => [header, room])

test('with enough room all columns stay, and those that grow share the rest', () => {
  expect(placed(500)).toEqual([
    ['no', 50],
    ['name', 200],
    ['email', 100],
    ['domain', 100],
    ['action', 50],
  ])
  expect(placed(590)).toEqual([
    ['no', 50],
    ['name', 260],
    ['email', 130],
    ['domain', 100],
    ['action', 50],
  ])
})

test('a higher growth factor gets more of the rest', () => {
  const fast = columns.map((one) => (one.header === 'email' ? { ...one, grows: 4 } : one))
  expect(layOutColumns(fast, 590).map(({ room }) => room)).toEqual([50, 230, 160, 100, 50])
})

test('columns are dropped by priority, of equals the rightmost first', () => {
  expect(placed(499).map(([header]) => header)).toEqual(['name', 'email', 'domain', 'action'])
  expect(placed(449)).toEqual([
    ['name', 266],
    ['email', 133],
    ['action', 50],
  ])
  expect(placed(260)).toEqual([
    ['name', 210],
    ['action', 50],
  ])
  expect(placed(100)).toEqual([
    ['name', 200],
    ['action', 50],
  ])
})

test('equal columns stay from the left, and no less important one stays after one was dropped', () => {
  const wide = columns.map((one) => (one.header === 'email' ? { ...one, width: 180 } : one))
  const standing = (room: number) => layOutColumns(wide, room).map(({ header }) => header)
  expect(standing(429)).toEqual(['name', 'action'])
  expect(standing(430)).toEqual(['name', 'email', 'action'])
})

test('a dropped column never reappears in less room, whatever the columns', () => {
  const priorities = fc.constantFrom('always', 'high', 'medium', 'low', 'least')
  const anyColumn = fc.record({
    width: fc.integer({ min: 1, max: 300 }),
    priority: priorities,
    preferredWidth: fc.integer({ min: 300, max: 400 }),
  })
  const anyRoom = fc.integer({ min: 1, max: 900 })
  // Little more width: with much more, nearly all columns fit.
  const littleMore = fc.integer({ min: 1, max: 60 })
  fc.assert(
    fc.property(fc.array(anyColumn, { maxLength: 8 }), anyRoom, littleMore, (all, room, more) => {
      const some = all.map(({ width, ...rest }, index) => column(`${index}`, width, rest))
      const standing = (wide: number) => layOutColumns(some, wide).map(({ header }) => header)
      expect(standing(room + more)).toEqual(expect.arrayContaining(standing(room)))
    }),
  )
})

test('a column gets its preferred width before less important ones, and before others grow', () => {
  const wanting = columns.map((one) =>
    one.header === 'name' ? { ...one, preferredWidth: 250 } : one,
  )
  const rooms = (room: number) =>
    layOutColumns(wanting, room).map(({ header, room }) => [header, room])
  expect(rooms(399)).toEqual([
    ['name', 349],
    ['action', 50],
  ])
  expect(rooms(400)).toEqual([
    ['name', 250],
    ['email', 100],
    ['action', 50],
  ])
  expect(rooms(275)).toEqual([
    ['name', 225],
    ['action', 50],
  ])
})

test('preferred widths are met in equal measure, and never exceeded', () => {
  const wanting = columns
    .filter(({ header }) => header === 'name' || header === 'action')
    .map((one) => ({ ...one, preferredWidth: one.width + 50 }))
  const rooms = (room: number) => layOutColumns(wanting, room).map(({ room }) => room)
  expect(rooms(300)).toEqual([225, 75])
  expect(rooms(450)).toEqual([350, 100])
})

test('without growing columns each keeps its width, and one that does not fit is dropped', () => {
  const alone = (room: number) =>
    layOutColumns([column('no', 50, { priority: 'low' })], room).map(({ room }) => room)
  expect(alone(80)).toEqual([50])
  expect(alone(49)).toEqual([])
})

test('a cell learns which columns were dropped, to show their content', () => {
  const telling = columns.map((one) =>
    one.header === 'name'
      ? { ...one, cell: (name: string, _: number, left: ReadonlySet<string>) => [name, ...left] }
      : one,
  )
  const said = (room: number) =>
    layOutColumns(telling, room)
      .find(({ header }) => header === 'name')
      ?.cell('Ana', 0)
  expect(said(449)).toEqual(['Ana', 'no', 'domain'])
  expect(said(500)).toEqual(['Ana'])
  expect(said(0)).toEqual(['Ana'])
})

test('without a layout all columns stay', () => {
  expect(placed(0)).toEqual(columns.map(({ header }) => [header, null]))
})
