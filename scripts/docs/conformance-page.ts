import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownBy } from './shown-by.ts'
import { items, sections } from './specification.ts'

/** Where the page of conformance is kept. */
export const conformanceFile = join(import.meta.dirname, '../../docs/develop/conformance.md')

/** The tests of each item of the specification, as `shown-by.ts` has them. */
export function conformancePage(): string {
  return `# Conformance

The tests that show each item of the specification. The number is the item's place: the section, the subsection, the bullet, and the bullet under that; 6.0.1, 7.0.1 and 7.0.2 are plain paragraphs. Open a test file to read in its tests' names what is shown. Tests in \`e2e/\` use a browser and the running server, those in \`test/screens/\` mount the page against a server in the same process, those in \`server/\` call the API.

[Readings](readings.md) says how the specification is read where it leaves something open, and where Weekward does otherwise. One detail has no test: the server's message when a task status is not saved (8.7), because nothing that a person can do on that screen makes the server refuse.

${sections.map(sectionPart).join('\n\n')}

This page is made by \`npm run docs:conformance\` from \`scripts/docs/shown-by.ts\`. A new test of the specification gets a line there.
`
}

function sectionPart([number, title]: (typeof sections)[number]): string {
  const own = Object.entries(items).filter(([item]) => sectionOf(item) === number)
  const files = new Set(own.flatMap(([item]) => testsOf(item)))
  const rows = own.map(
    ([item, what]) => `| ${item} | ${what} | ${testsOf(item).map(link).join(', ')} |`,
  )
  return `## ${number} ${title}

${files.size} test files

| item | what | shown by |
|---|---|---|
${rows.join('\n')}`
}

/** The number of the section that an item stands in; 6.0.1 stands in 6. */
function sectionOf(item: string): string | undefined {
  return sections.find(([number]) => item.startsWith(`${number}.`))?.[0]
}

/** The files whose tests show an item. */
export function testsOf(item: string): string[] {
  return Object.entries(shownBy)
    .filter(([, shown]) => shown.split(' ').includes(item))
    .map(([file]) => file)
}

const link = (file: string) => `[${file.replace(/\.(test|spec)\.ts$/, '')}](../../${file})`

if (import.meta.main) writeFileSync(conformanceFile, conformancePage())
