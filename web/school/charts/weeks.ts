import type { SchoolSummary } from '#contract/school.ts'

type Rows = SchoolSummary['studentsByWeek']

/** Some weeks after one another, with the students who stand in them. */
export type Span = { from: number; to: number; students: number }

/** More bars than this say less; fewer than this say nothing. */
const [mostBars, fewestBars] = [8, 3]

/**
 * The students by weeks, of as many weeks a bar that each bar stands for some: ten students have
 * three bars, ten thousand have eight. It begins with the first week that anybody is in.
 */
export function spansOf(rows: Rows): Span[] {
  const byWeek = studentsIn(rows)
  const [first, last] = [byWeek.findIndex((students) => students > 0), byWeek.length - 1]
  const weeks = last - first + 1
  const bars = Math.min(Math.max(Math.floor(Math.sqrt(sum(byWeek))), fewestBars), mostBars)
  const width = Math.ceil(weeks / bars)
  return Array.from({ length: Math.ceil(weeks / width) }, (_, place) => {
    const from = first + place * width
    const to = Math.min(from + width - 1, last)
    return { from, to, students: sum(byWeek.slice(from, to + 1)) }
  })
}

/** What the counts show: the fewest weeks in which half of the students are. */
export function findingOf(rows: Rows): string {
  const byWeek = studentsIn(rows)
  const all = sum(byWeek)
  const { from, to, students } = narrowest(byWeek, all / 2)
  const where = from === to ? `week ${from}` : `weeks ${from} to ${to}`
  return `${shareWords(students / all)} are in ${where}`
}

function shareWords(share: number): string {
  if (share === 1) return 'All students'
  if (share >= 0.75) return 'Most of the students'
  return share >= 0.6 ? 'More than half of the students' : 'Half of the students'
}

/** The fewest weeks that hold so many, and of those as few the fullest. */
function narrowest(byWeek: number[], wanted: number): Span {
  for (let width = 1; width < byWeek.length; width++) {
    const spans = Array.from({ length: byWeek.length - width }, (_, place) => {
      const [from, to] = [place + 1, place + width]
      return { from, to, students: sum(byWeek.slice(from, to + 1)) }
    })
    const [fullest] = spans.toSorted((one, other) => other.students - one.students)
    if (fullest && fullest.students >= wanted) return fullest
  }
  return { from: 1, to: byWeek.length - 1, students: sum(byWeek) }
}

/** How many students stand in each week, all domains together; there is no week 0. */
function studentsIn(rows: Rows): number[] {
  const byWeek = Array<number>(Math.max(...rows.map(({ week }) => week)) + 1).fill(0)
  for (const { week, students } of rows) byWeek[week] = (byWeek[week] ?? 0) + students
  return byWeek
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** The rows as a file that spreadsheets open. */
export function asCsv(rows: Rows): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map(({ domain, week, students }) => `${quoted(domain)},${week},${students}`)
  return ['Domain,Week,Students', ...lines, ''].join('\r\n')
}
