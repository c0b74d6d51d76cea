import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jpeg, makePng, png, webp } from '#test/images.ts'
import { detectImageType } from './detect-image-type.ts'

const getType = (content: Buffer) => detectImageType(content.toString('latin1'))
const real = readFileSync('docs/pictures/student-home.webp')

test.each([
  ['image/png', png],
  ['image/png', makePng(2000)],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
  ['image/webp', real],
])('a complete image is recognised as %s by its content', (type, content) => {
  expect(getType(content)).toBe(type)
})

test.each([
  ['png', png],
  ['jpeg', jpeg],
  ['webp', webp],
  ['webp', real],
])('a truncated %s is not recognised', (_, content) => {
  for (const length of [8, 12, 20, content.length - 2]) {
    expect(getType(content.subarray(0, length)), `${length} bytes`).toBeUndefined()
  }
})

test('an image without width or height is not recognised', () => {
  const flat = Buffer.from(png)
  flat.writeUInt32BE(0, 20)
  expect(getType(flat)).toBeUndefined()
  const noFrame = Buffer.from('ffd8ffe0000400ffffd9', 'hex')
  expect(getType(noFrame)).toBeUndefined()
})
