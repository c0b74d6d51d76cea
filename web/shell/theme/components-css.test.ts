import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const core = 'node_modules/@mantine/core'

/**
 * The library's components that the page uses, directly or through the library's other packages.
 */
function usedComponents(): string[] {
  const imports = globSync('web/**/*.{ts,tsx}').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
  ])
  const names = imports.flatMap(([, list = '']) => list.split(','))
  return [...names.map((name) => name.trim().split(' ')[0] ?? ''), 'Modal', 'Notification']
}

/** Parts that the library imports with their component, whether or not a page shows them. */
const parts = ['Checkbox.Card', 'Checkbox.Indicator', 'Radio.Card', 'Radio.Indicator']

/** The style sheets of those parts that no page shows. */
function unusedParts(): string[] {
  const pages = globSync('web/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  return parts
    .filter((part) => !pages.some((page) => page.includes(`<${part}`)))
    .map((part) => part.replace('.', ''))
}

/** The style sheets of a library module and its imports. */
function getStyles(file: string, seen: Set<string>): string[] {
  if (seen.has(file) || !existsSync(file)) return []
  seen.add(file)
  const own = file.match(/\/(\w+)\.module\.mjs$/)?.[1]
  const imported = [...readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)]
  const others = imported.flatMap(([, path = '']) => getStyles(resolve(file, '..', path), seen))
  return own ? [own, ...others] : others
}

test('every used component of the library has its styles, in the library’s order', () => {
  const listed = [
    ...readFileSync('web/shell/theme/components.css', 'utf8').matchAll(/(\w[\w-]*)\.css/g),
  ]
  const names = listed.map(([, name = '']) => name)
  const seen = new Set<string>()
  const needed = usedComponents().flatMap((name) =>
    getStyles(resolve(core, 'esm/components', name, `${name}.mjs`), seen),
  )
  expect(needed.length).toBeGreaterThan(30)
  const unused = unusedParts()
  expect(names).toEqual(expect.arrayContaining(needed.filter((name) => !unused.includes(name))))
  const all = readFileSync(join(core, 'styles.css'), 'utf8')
  const places = names.map((name) =>
    all.indexOf(
      readFileSync(join(core, `styles/${name}.css`), 'utf8')
        .trim()
        .slice(0, 400),
    ),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
