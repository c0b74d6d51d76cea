import { courseProblems, workoutHeadings } from '#contract/tasks/import-and-export.ts'
import { NewTask, type WorkoutField, workoutLists } from '#contract/tasks/tasks.ts'

/** A week of a course, and the line of the text in which it begins. */
export type CourseWeek = { week: number; line: number } & Record<WorkoutField, string[]>
type Problem = { line: number; problem: string }

/** What is being read: the week, its list, and the list's lines so far. */
type Reading = {
  weeks: CourseWeek[]
  problems: Problem[]
  week: CourseWeek | undefined
  list: WorkoutField | undefined
}

/**
 * Parses a course as Markdown: a heading for each week and for each of its lists, of any level or
 * without '#', and items. Returns the weeks in order, and what is wrong in which line; if there is
 * no week, that alone.
 */
export function parseCourse(text: string): { weeks: CourseWeek[]; problems: Problem[] } {
  const reading: Reading = { weeks: [], problems: [], week: undefined, list: undefined }
  for (const [place, line] of text.replaceAll(/\r\n?/g, '\n').split('\n').entries()) {
    const problem = readLine(reading, line, place + 1)
    if (problem) reading.problems.push({ line: place + 1, problem })
  }
  const [first] = reading.problems
  if (first && !reading.week) {
    return { weeks: [], problems: [{ line: first.line, problem: courseProblems.noWeeks }] }
  }
  const problems = [...reading.problems, ...reading.weeks.flatMap(findProblems)]
  return {
    weeks: reading.weeks.toSorted((a, b) => a.week - b.week),
    problems: problems.toSorted((a, b) => a.line - b.line),
  }
}

/** Reads one line, and returns what is wrong with it. */
function readLine(reading: Reading, text: string, line: number): string | undefined {
  const heading = toHeading(text)
  if (heading?.week !== undefined) return beginWeek(reading, heading.week, line)
  if (heading) return beginList(reading, heading.list)
  const { week, list } = reading
  const lines = list && week?.[list]
  // Further lines of an item are indented. Blank ones between items are not part of any.
  if (text.startsWith('  ') && lines && lines.length > 0) {
    lines.push(`${lines.pop()}\n${text.slice(2)}`)
    return undefined
  }
  if (text.trim() === '') return undefined
  if (!week) return courseProblems.noWeek
  if (!lines) return courseProblems.noList
  const item = text.match(/^ ?(?:[-*+]|\d{1,3}[.)])(?: +|\t)([^\n]*)$/)?.[1]
  if (item === undefined) return courseProblems.noItem
  lines.push(item)
  return undefined
}

type Heading = { week?: number; list?: WorkoutField | undefined }

/**
 * Returns the week or the list that a heading names, neither for another heading, and undefined for
 * a line that is none. Without '#', a week's number ends the line or is followed by a colon or
 * dash.
 */
function toHeading(text: string): Heading | undefined {
  const isMarked = text.startsWith('#')
  // An indented line belongs to an item.
  if (!isMarked && /^\s/.test(text)) return undefined
  const title = text.replace(/^#+/, '').trim()
  const asWeek = isMarked ? /^week\s*0*(\d{1,3})\b/i : /^week\s*0*(\d{1,3})(?:$|\s*[:–—-])/i
  const number = title.match(asWeek)?.[1]
  if (number !== undefined) return { week: Number(number) }
  const name = title
    .toLowerCase()
    .replace(/:$/, '')
    .replace(/ workouts$/, '')
  const list = workoutLists.find(({ field }) => workoutHeadings[field].toLowerCase() === name)
  return list || isMarked ? { list: list?.field } : undefined
}

function beginList(reading: Reading, list: WorkoutField | undefined): string | undefined {
  reading.list = list
  if (!list) return courseProblems.heading
  if (!reading.week) return courseProblems.noWeek
  return reading.week[list].length > 0 ? courseProblems.listTwice : undefined
}

function beginWeek(reading: Reading, week: number, line: number): string | undefined {
  const earlier = reading.weeks.find((one) => one.week === week)
  reading.list = undefined
  reading.week = {
    week,
    line,
    personalDevelopmentWorkout: [],
    technicalWorkouts: [],
    miscellaneousWorkouts: [],
  }
  if (earlier) return courseProblems.weekTwice(earlier.line)
  reading.weeks.push(reading.week)
  return undefined
}

/** Trims the lines of a week, and checks it by the rules for a new task. */
function findProblems(task: CourseWeek): Problem[] {
  const { week, line } = task
  const checked = NewTask.safeParse({ ...task, weekNo: week, domain: 'any' })
  if (!checked.success) {
    return checked.error.issues.map(({ message }) => ({ line, problem: message }))
  }
  for (const { field } of workoutLists) task[field] = checked.data[field]
  return []
}
