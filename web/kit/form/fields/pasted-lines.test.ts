import { expect, test } from 'vitest'
import { splitPasted } from './pasted-lines.ts'

const at = (value: string, selectionStart: number, selectionEnd = selectionStart) => ({
  value,
  selectionStart,
  selectionEnd,
})

test.each([
  ['an empty line', at('', 0), 'a\nb\r\nc', ['a', 'b', 'c'], 1],
  ['within a line', at('one two', 4), 'a\nb ', ['one a', 'btwo'], 1],
  ['over a selection', at('one two', 4, 7), 'a\nb', ['one a', 'b'], 1],
  ['blank lines between', at('', 0), '\n a \n\n\tb\n', ['a', 'b'], 1],
  ['one line with its end', at('x', 1), 'y\n', ['xy'], 2],
  ['line ends alone', at('xy', 1), '\n\n', ['xy'], 1],
])('lines pasted into %s', (_, field, pasted, lines, cursor) => {
  expect(splitPasted(field, pasted)).toEqual({ lines, cursor })
})

test.each([
  ['bullets', '• Read\n◦ Write\n  – Count', ['Read', 'Write', 'Count']],
  ['signs of plain text', '- Read\n* Write\n+ Count', ['Read', 'Write', 'Count']],
  ['numbers', '1. Read\n2) Write\n10. Count', ['Read', 'Write', 'Count']],
  ['boxes to tick', '- [ ] Read\n- [x] Write', ['Read', 'Write']],
  ['a sign alone', '• Read\n•\n• Write', ['Read', 'Write']],
  ['what is no sign', '-5 degrees\n2.5 hours\n*args', ['-5 degrees', '2.5 hours', '*args']],
])('a paste of several lines drops bullets and numbers: %s', (_, pasted, lines) => {
  expect(splitPasted(at('', 0), pasted)?.lines).toEqual(lines)
})

test('a single line keeps its bullet', () => {
  expect(splitPasted(at('', 0), '- Read\n')?.lines).toEqual(['- Read'])
})

test('a single line is left to the field', () => {
  expect(splitPasted(at('', 0), 'a b')).toBeUndefined()
})
