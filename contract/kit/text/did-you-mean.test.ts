import { expect, test } from 'vitest'
import { findClosestName } from './did-you-mean.ts'

const known = ['Web Development', 'Web', 'Data Analysis', 'Máquinas', 'C', 'Go']

test.each([
  ['Webb', 'Web'],
  ['Wbe', 'Web'],
  ['webdevelopment', 'Web Development'],
  ['Web-Developmnet', 'Web Development'],
  ['data', 'Data Analysis'],
  ['Data Anlysis', 'Data Analysis'],
  ['maquinas', 'Máquinas'],
  ['Cooking', undefined],
  ['G', undefined],
  ['God', undefined],
  ['', undefined],
  ['---', undefined],
])('of some domains %j means %j', (said, meant) => {
  expect(findClosestName(said, known)).toBe(meant)
})
