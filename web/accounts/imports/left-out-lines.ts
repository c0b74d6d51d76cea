import type { ImportRow } from '#contract/people/import-people.ts'

/**
 * Returns a list with only the lines that have problems, below everything above its first person;
 * empty if no line has any.
 */
export function getLeftOutLines(text: string, rows: ImportRow[]): string {
  const [first] = rows
  if (!first || rows.every(({ problems }) => problems.length === 0)) return ''
  // As the server counts them.
  const lines = text.split(/\r\n?|\n/)
  const left = rows.flatMap(({ line, problems }, place) =>
    // A person with line breaks goes on to the next one.
    problems.length > 0 ? lines.slice(line - 1, (rows[place + 1]?.line ?? Infinity) - 1) : [],
  )
  return [...lines.slice(0, first.line - 1), ...left].join('\n').replace(/\n+$/, '')
}
