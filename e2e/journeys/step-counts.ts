import type { Count, InputMethod } from './driver.ts'

/** All journeys in the order of a week. */
const journeys = {
  'Founding a school':
    'The admin, from the login of an empty school to a domain, the task of its first week, and a student, an advisor and a reviewer who are invited.',
  Onboarding: 'A student, from the link in the email to their own home.',
  'Publishing slots': 'A reviewer, from home to six slots of one morning.',
  'Booking a slot': 'An advisor, from home to a slot booked for a student.',
  'Joining a review':
    'The student of the review, from home to being seen and heard, and out of the call.',
  'Holding a review':
    'The reviewer, from home through the call to the marks and what is left to do.',
  'Deciding how a student goes on': 'The advisor, from home to the next week.',
} as const

export type JourneyName = keyof typeof journeys

/** The counts of a journey with one input method. */
export type JourneyCounts = {
  name: JourneyName
  way: InputMethod
  steps: { name: string; count: Count }[]
}

/** The folder in which tests leave their counts for `npm run journeys`. */
export const countsFolder = '.cache/journeys'
/** The variable by which `npm run journeys` asks for counts without comparing them. */
export const countSetting = 'WEEKWARD_COUNT_JOURNEYS'

/** The column of each input method. */
const columns: Record<InputMethod, string> = {
  keyboard: 'Keyboard alone',
  pointer: 'Pointer, at a desk',
  touch: 'Finger, 360 px',
}
const ways: InputMethod[] = ['keyboard', 'pointer', 'touch']
const inAll = 'In all'

/** The rows of a journey with one input method: its steps and their sum. */
export function toRows({ way, steps }: Pick<JourneyCounts, 'way' | 'steps'>): [string, string][] {
  const rows = steps.map(({ name, count }): [string, string] => [name, inWords(count, way)])
  return [...rows, [inAll, inWords(sum(steps), way)]]
}

/** The sum of steps. */
export function sum(steps: JourneyCounts['steps']): Count {
  const add = (of: keyof Count) => steps.reduce((total, { count }) => total + count[of], 0)
  return { keys: add('keys'), clicks: add('clicks'), texts: add('texts'), letters: add('letters') }
}

/** Such as '12 keys, 2 texts (31 letters)'. */
function inWords({ keys, clicks, texts, letters }: Count, way: InputMethod): string {
  const done =
    way === 'keyboard' ? many(keys, 'key') : many(clicks, way === 'touch' ? 'tap' : 'click')
  return texts === 0 ? done : `${done}, ${many(texts, 'text')} (${many(letters, 'letter')})`
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

const [begin, end] = ['<!-- counted: npm run journeys -->', '<!-- end -->']

/** Replaces the summary in a page of the documentation. */
export function replaceSummary(page: string, counted: JourneyCounts[]): string {
  const [before = ''] = page.split(begin)
  const [, after = ''] = page.split(end)
  return [before + begin, formatSummary(counted), end + after].join('\n\n')
}

/** The file with the steps of each journey, which tests compare with. */
export const stepsFile = 'e2e/journeys/steps.md'

/** Generates that file. */
export function formatStepsPage(counted: JourneyCounts[]): string {
  const names = Object.keys(journeys) as JourneyName[]
  const sections = names.map((name) => formatSection(name, counted))
  return `${[stepsHead, ...sections].join('\n\n')}\n`
}

const stepsHead = `# The steps of each journey

\`npm run journeys\` writes this page; [journeys](../../docs/develop/journeys.md) explains what is counted.`

const summaryHead = [
  'Journey',
  'Keys, by keyboard alone',
  'Clicks, at a desk',
  'Taps, at 360 px',
  'Texts',
]

function formatSummary(counted: JourneyCounts[]): string {
  const lines = Object.keys(journeys).map((name) => {
    const sums = ways.map((way) => {
      const found = counted.find((one) => one.name === name && one.way === way)
      const { keys, clicks, texts } = sum(found?.steps ?? [])
      return { presses: way === 'keyboard' ? keys : clicks, texts }
    })
    return [name, ...sums.map(({ presses }) => `${presses}`), `${sums[0]?.texts ?? 0}`]
  })
  return formatTable([summaryHead, ...lines])
}

function formatSection(name: JourneyName, counted: JourneyCounts[]): string {
  const byWay = ways.map((way) => new Map(rowsIn(counted, name, way)))
  const steps = new Set(byWay.flatMap((rows) => [...rows.keys()]))
  const lines = [...steps].map((step) => [step, ...byWay.map((rows) => rows.get(step) ?? '')])
  const table = formatTable([['Step', ...ways.map((way) => columns[way])], ...lines])
  return `## ${name}\n\n${journeys[name]}\n\n${table}`
}

function rowsIn(counted: JourneyCounts[], name: string, way: InputMethod): [string, string][] {
  const found = counted.find((one) => one.name === name && one.way === way)
  return found ? toRows(found) : []
}

function formatTable([head = [], ...lines]: string[][]): string {
  const rows = [head, head.map(() => '---'), ...lines]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The rows of a journey with one input method in that file. */
export function parseRows(page: string, name: JourneyName, way: InputMethod): [string, string][] {
  const [, section = ''] = page.split(`\n## ${name}\n`)
  const [text = ''] = section.split('\n## ')
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  const cells = lines.map((line) => line.slice(2, -2).split(' | '))
  const at = cells[0]?.indexOf(columns[way]) ?? -1
  const rows = cells.slice(2).map((row): [string, string] => [row[0] ?? '', row[at] ?? ''])
  return rows.filter(([, said]) => said !== '')
}
