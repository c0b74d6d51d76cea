/**
 * Moves the unreleased entries of the changelog under a version and date, and leaves an empty
 * 'Unreleased'.
 */
export function moveUnreleasedTo(changelog: string, version: string, day: string): string {
  const heading = unreleased(version)
  const found = changelog.split('\n').filter((line) => heading.test(line))
  if (found.length !== 1) {
    throw new Error(`CHANGELOG.md has ${found.length} headings 'Unreleased', where one is needed`)
  }
  const [title = ''] = found
  const [before = '', after = ''] = changelog.split(`${title}\n`)
  const [entries = ''] = after.split(/^## /m)
  if (entries.trim() === '') throw new Error("CHANGELOG.md says nothing under 'Unreleased'")
  return `${before}## [Unreleased]\n\n## [${version}] - ${day}\n${after}`
}

/** 'Unreleased' as in Keep a Changelog, or the version itself. */
function unreleased(version: string): RegExp {
  return new RegExp(`^## (\\[?Unreleased\\]?|${RegExp.escape(version)} \\(unreleased\\))$`, 'i')
}

/** Throws an Error unless `next` follows `present` in SemVer, with one number incremented. */
export function assertFollows(present: string, next: string): void {
  const [major = 0, minor = 0, patch = 0] = present.split('.').map(Number)
  const followers = [
    `${major + 1}.0.0`,
    `${major}.${minor + 1}.0`,
    `${major}.${minor}.${patch + 1}`,
  ]
  if (!followers.includes(next)) {
    throw new Error(
      `the version after ${present} must be one of ${followers.join(', ')}, not ${next}`,
    )
  }
}
