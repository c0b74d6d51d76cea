import { expect, test } from 'vitest'
import { generateFile, readPages } from './file.ts'

test('a page is read only when the client has taken the one before', async () => {
  const asked: (string | undefined)[] = []
  const pages = readPages(async ({ cursor }) => {
    asked.push(cursor)
    const place = Number(cursor ?? 0)
    return { items: [{ place }], next: place < 2 ? String(place + 1) : undefined }
  })
  const file = generateFile('json', pages, ['place'])
  expect([(await file.next()).value, asked]).toEqual(['[{"place":0}', [undefined]])
  expect([(await file.next()).value, asked]).toEqual([',\n{"place":1}', [undefined, '1']])
  await file.return(undefined)
  // Nobody reads on for a client that has gone.
  expect(asked).toEqual([undefined, '1'])
})

test('a list whose first page is empty is valid JSON', async () => {
  const pages = readPages(async ({ cursor }) =>
    cursor === undefined ? { items: [], next: '1' } : { items: [{ place: 1 }], next: undefined },
  )
  const written = (await Array.fromAsync(generateFile('json', pages, ['place']))).join('')
  expect(JSON.parse(written)).toEqual([{ place: 1 }])
})

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra'])(
  'a spreadsheet shows %j as a text, and does not run it',
  async (text) => {
    const pages = readPages(async () => ({ items: [{ text }], next: undefined }))
    const written = (await Array.fromAsync(generateFile('csv', pages, ['text']))).join('')
    expect(written.replaceAll('"', '')).toBe(`\uFEFFtext\r\n'${text}\r\n`)
  },
)

test('numbers, states and nothing are written as they are', async () => {
  const row = { count: -3, isOpen: false, none: null, list: ['a', 'b'], all: { a: 1 } }
  const pages = readPages(async () => ({ items: [row], next: undefined }))
  const written = (await Array.fromAsync(generateFile('csv', pages, Object.keys(row)))).join('')
  expect(written).toBe('\uFEFFcount,isOpen,none,list,all\r\n-3,false,,a;b,"{""a"":1}"\r\n')
})
