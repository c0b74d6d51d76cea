import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkLinks } from './check-links.ts'

/** Documents without a broken link. */
const goodDocuments = {
  'README.md': '# School\n\n[install](docs/run/install.md#2-systemd), [the web](https://a.test/b)',
  'docs/run/install.md':
    '# Install\n\n## 2. `systemd`, by Debian\n\n## 2. systemd\n\n[above](#install)',
  'docs/develop/api.md':
    '# API\n\n## Same\n\n## Same\n\n[second](#same-1) ![home](../pictures/home.webp)\n\n```md\n[no](link)\n```\n',
  'docs/pictures/home.webp': '',
  'server/app.ts': `// See ${'docs/'}run/install.md.`,
}

/** Checks the good documents with some replaced. */
function checkDocuments(changes: Record<string, string> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'weekward-links-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries({ ...goodDocuments, ...changes })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return checkLinks(root)
}

test('documents without a broken link pass', () => {
  expect(checkDocuments()).toEqual([])
})

test.each([
  ['a file that is not there', { 'README.md': '[mail](docs/run/mail.md)' }],
  ['a picture that is not there', { 'README.md': '![home](docs/home.webp)' }],
  ['a heading that is not there', { 'README.md': '[npm](docs/run/install.md#3-npm)' }],
  ['a heading of its own that is not there', { 'README.md': '# A\n\n[b](#b)' }],
  ['a heading that stands in code alone', { 'README.md': '[b](#b)\n\n```md\n# B\n```\n' }],
  ['a document that the source names', { 'deploy/Caddyfile': `# ${'docs/'}running.md` }],
])('%s fails', (_, changes) => {
  expect(checkDocuments(changes)).toHaveLength(1)
})
