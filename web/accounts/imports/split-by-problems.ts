import type { ImportRow } from '#contract/people/import-people.ts'

/** A list as it was imported: the lines of those who were added, and a list with the others. */
export type SplitList = { text: string; added: string[]; leftOut: string }

/** Returns the first line of a list that has anything in it. */
export const getFirstNonBlankLine = (text: string) => text.trimStart().split('\n', 1)[0] ?? ''

/**
 * Splits a list by whether its lines have problems. Those with problems stand below everything
 * above the first person; without any, `leftOut` is empty.
 */
export function splitByProblems(text: string, rows: ImportRow[]): SplitList {
  const [first] = rows
  // As the server counts them.
  const lines = text.split(/\r\n?|\n/)
  // A person with line breaks goes on to the next one.
  const getLines = ({ line }: ImportRow, place: number) =>
    lines.slice(line - 1, (rows[place + 1]?.line ?? Infinity) - 1)
  const pick = (hasProblems: boolean) =>
    rows.flatMap((row, place) =>
      row.problems.length > 0 === hasProblems ? getLines(row, place) : [],
    )
  const left = pick(true)
  return {
    text,
    added: pick(false).filter((line) => line.trim() !== ''),
    leftOut:
      first && left.length > 0
        ? [...lines.slice(0, first.line - 1), ...left].join('\n').replace(/\n+$/, '')
        : '',
  }
}

/**
 * Returns the list after its import was undone: as it was given, or with the added lines below what
 * was typed since. Another list stays as it is.
 */
export function restoreList(now: string, { text, added, leftOut }: SplitList): string {
  if (now.trim() === '' || now === leftOut) return text
  if (getFirstNonBlankLine(now) !== getFirstNonBlankLine(text)) return now
  return [now.replace(/\n+$/, ''), ...added].join('\n')
}
