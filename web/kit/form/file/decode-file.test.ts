import { expect, test } from 'vitest'
import { decodeFile } from './decode-file.ts'

const text = 'Name;Email\r\nZoë Łukasz;zoe@school.test\r\n'
const latin = 'Name;Email\r\nZoë – Müller;zoe@school.test\r\n'

const utf16 = (said: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(said.length * 2))
  for (let at = 0; at < said.length; at++) view.setUint16(at * 2, said.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

const windows1252 = Uint8Array.from(latin, (char) => (char === '–' ? 0x96 : char.charCodeAt(0)))

test.each([
  ['UTF-8', new TextEncoder().encode(text), text],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`), text],
  ['UTF-16LE with a mark', utf16(`\uFEFF${text}`, true), text],
  ['UTF-16BE with a mark', utf16(`\uFEFF${text}`, false), text],
  ['UTF-16LE', utf16(text, true), text],
  ['UTF-16BE', utf16(text, false), text],
  ['Windows-1252', windows1252, latin],
])('a file in %s keeps its letters', (name, bytes, said) => {
  expect(decodeFile(bytes)).toEqual({ text: said, encoding: name.split(' ')[0] })
})

test('an empty file is an empty text', () => {
  expect(decodeFile(new Uint8Array())).toEqual({ text: '', encoding: 'UTF-8' })
})
