import { expect, test } from 'vitest'
import { assertFollows, moveUnreleasedTo } from './changelog.ts'

const older = '## [0.1.0] - 2026-01-01\n\n- First.\n'

test.each(['## [Unreleased]', '## Unreleased', '## 0.2.0 (unreleased)'])(
  'the entries under %s move under the version and its date',
  (heading) => {
    const said = moveUnreleasedTo(
      `# Changelog\n\n${heading}\n\n- New.\n\n${older}`,
      '0.2.0',
      '2026-11-24',
    )
    expect(said).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-24\n\n- New.\n\n${older}`,
    )
  },
)

test('an empty changelog cannot be released', () => {
  expect(() => moveUnreleasedTo(`# Changelog\n\n${older}`, '0.2.0', '2026-11-24')).toThrow(
    '0 headings',
  )
  const empty = `# Changelog\n\n## [Unreleased]\n\n${older}`
  expect(() => moveUnreleasedTo(empty, '0.2.0', '2026-11-24')).toThrow('says nothing')
})

test('a version must follow the previous one', () => {
  for (const next of ['0.1.1', '0.2.0', '1.0.0']) assertFollows('0.1.0', next)
  for (const next of ['0.1.0', '0.1.2', '0.2.1', '0.0.9', 'v0.2.0', '2.0.0']) {
    expect(() => assertFollows('0.1.0', next)).toThrow('must be one of 1.0.0, 0.2.0, 0.1.1')
  }
})
