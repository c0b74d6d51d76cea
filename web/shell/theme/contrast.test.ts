import { readFileSync } from 'node:fs'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { barColour, roles } from '#contract/roles.ts'
import { roleThemes, themeVariables } from './role-themes.ts'

type Scheme = 'light' | 'dark'
type Colour = [red: number, green: number, blue: number, alpha: number]

const states = ['green', 'yellow', 'orange', 'blue', 'red'].map((colour) => `--state-${colour}`)
const page = '--page'
const card = '--card'
const hover = '--mantine-color-default-hover'
const text = '--mantine-color-text'
const dimmed = '--mantine-color-dimmed'
const filled = '--mantine-primary-color-filled'
const light = '--mantine-primary-color-light'
const edge = '--edge'

/** Text colours and their backgrounds. */
const words = [
  ...[page, card, hover].flatMap((on) => [
    [text, on],
    [dimmed, on],
    ['--mantine-color-anchor', on],
    ['--mantine-color-error', on],
  ]),
  ['--mantine-color-placeholder', card],
  ['--mantine-color-default-color', '--mantine-color-default'],
  ['--mantine-primary-color-contrast', filled],
  ['--mantine-primary-color-contrast', '--mantine-primary-color-filled-hover'],
  ['--mantine-primary-color-light-color', light, card],
  ['--mantine-primary-color-light-color', light, page],
  ['--mantine-primary-color-light-color', '--mantine-primary-color-light-hover', card],
  ['--mantine-color-red-light-color', '--mantine-color-red-light', card],
  ...states.flatMap((state) => [
    [`${state}-text`, `${state}-tint`],
    [`${state}-text`, card],
    [`${state}-text`, page],
  ]),
]

/** Borders, focus rings and graphics, and their backgrounds. */
const edges = [
  [edge, card],
  [edge, page],
  [filled, card],
  [filled, page],
]

/** All CSS variables of a role's area, including the library's. */
function getVariables(role: (typeof roles)[number], scheme: Scheme): Map<string, string> {
  const theme = mergeMantineTheme(DEFAULT_THEME, roleThemes[role])
  const sets = [defaultCssVariablesResolver(theme), themeVariables(theme)]
  const css = readFileSync(new URL('theme-provider.css', import.meta.url), 'utf8')
  const tokens = [...css.matchAll(/(--state[\w-]+): light-dark\((#\w+), (#\w+)\)/g)]
  expect(tokens).toHaveLength(states.length * 3)
  return new Map([
    ...sets.flatMap((set) => Object.entries({ ...set.variables, ...set[scheme] })),
    ...tokens.map(([, name = '', ...values]): [string, string] => [
      name,
      values[scheme === 'light' ? 0 : 1] ?? '',
    ]),
  ])
}

function getColour(variables: Map<string, string>, name: string): Colour {
  const value = variables.get(name) ?? ''
  const other = value.match(/^var\((--[\w-]+)\)$/)?.[1]
  if (other) return getColour(variables, other)
  const hex = value.match(/^#(?:([\da-f]{6})|([\da-f]{3}))$/i)
  const digits = hex?.[1] ?? hex?.[2]?.replace(/./g, '$&$&')
  if (digits) {
    const at = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16)
    return [at(0), at(2), at(4), 1]
  }
  const [red, green, blue, alpha] = value.match(/[\d.]+/g)?.map(Number) ?? []
  if (!value.startsWith('rgba(') || red === undefined || green === undefined) {
    throw new Error(`${name} is '${value}'`)
  }
  return [red, green, blue ?? 0, alpha ?? 1]
}

/** A translucent colour over another. */
function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha)
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1]
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

describe.each(roles)('in the %s’s area', (role) => {
  for (const scheme of ['light', 'dark'] as const) {
    const variables = getVariables(role, scheme)

    function below(pairs: string[][], least: number): string[] {
      return pairs.flatMap(([front = '', ...behind]) => {
        const ground = behind
          .map((name) => getColour(variables, name))
          .reduceRight((lower, upper) => over(upper, lower))
        const ratio = contrast(over(getColour(variables, front), ground), ground)
        return ratio < least ? [`${front} on ${behind.join(' on ')}: ${ratio.toFixed(2)}`] : []
      })
    }

    test(`text has enough contrast, ${scheme}`, () => expect(below(words, 4.5)).toEqual([]))

    test(`borders of controls have enough contrast, ${scheme}`, () =>
      expect(below(edges, 3)).toEqual([]))

    test(`buttons do not look disabled, ${scheme}`, () => {
      const [ground, behind, letters] = [
        getColour(variables, filled),
        getColour(variables, card),
        getColour(variables, text),
      ]
      const channels = ground.slice(0, 3)
      const hasHue = Math.max(...channels) - Math.min(...channels) >= 40
      const isClear = contrast(ground, behind) >= Math.min(contrast(letters, behind), 12)
      expect(hasHue || isClear).toBe(true)
    })

    test(`the page is a step darker than its cards, ${scheme}`, () => {
      const [behind, before] = [page, card].map((name) => luminance(getColour(variables, name)))
      expect(behind).toBeLessThan(before ?? 0)
    })
  }

  test('white text on the top bar has enough contrast', () => {
    const bar = getColour(new Map([['bar', barColour[role]]]), 'bar')
    expect(contrast(bar, [255, 255, 255, 1])).toBeGreaterThan(4.5)
  })
})
