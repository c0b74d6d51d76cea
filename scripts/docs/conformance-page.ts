import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { items, sections } from './specification.ts'
import { coveredItemsByTest } from './specification-coverage.ts'

/** The file of the conformance page. */
export const conformanceFile = join(import.meta.dirname, '../../docs/develop/conformance.md')

/** The conformance page: the tests of each item, from `specification-coverage.ts`. */
export function generateConformancePage(): string {
  return `# Conformance

The tests of each item of the specification. A number is the item's section, subsection, bullet and nested bullet; 6.0.1, 7.0.1 and 7.0.2 are plain paragraphs. [Readings](readings.md) explains open points and deviations. The message when a task status is not saved (8.7) has no test: its screen cannot make the server refuse.

${sections.map(sectionPart).join('\n\n')}

\`npm run docs:conformance\` writes this page from \`scripts/docs/specification-coverage.ts\`.
`
}

function sectionPart([number, title]: (typeof sections)[number]): string {
  const own = Object.entries(items).filter(([item]) => getSection(item) === number)
  const lines = own.map(
    ([item, what]) => `- ${item} ${what}: ${findTests(item).map(link).join(', ')}`,
  )
  return `## ${number} ${title}\n\n${lines.join('\n')}`
}

/** The section number of an item; 6.0.1 is in section 6. */
function getSection(item: string): string | undefined {
  return sections.find(([number]) => item.startsWith(`${number}.`))?.[0]
}

/** The test files that cover an item. */
export function findTests(item: string): string[] {
  return Object.entries(coveredItemsByTest)
    .filter(([, shown]) => shown.split(' ').includes(item))
    .map(([file]) => file)
}

const link = (file: string) => `[${file.replace(/\.(test|spec)\.ts$/, '')}](../../${file})`

if (import.meta.main) writeFileSync(conformanceFile, generateConformancePage())
