import type { TrailKind } from '#contract/kit/trail-kind.ts'
import type { TrailLine } from '#contract/trail.ts'
import { instantInWords } from '#web/kit/look/dates.ts'

/** What each kind is called, one of it and several. */
export const kindWords: Record<TrailKind, { one: string; many: string }> = {
  people: { one: 'Person', many: 'People' },
  sessions: { one: 'Session', many: 'Sessions' },
  domains: { one: 'Domain', many: 'Domains' },
  tasks: { one: 'Task', many: 'Tasks' },
  slots: { one: 'Slot', many: 'Slots' },
  reviews: { one: 'Review', many: 'Reviews' },
  second_factor_roles: {
    one: 'Roles with a second factor',
    many: 'Roles with a second factor',
  },
  mails: { one: 'Mail', many: 'Mails' },
  locks: { one: 'Lock', many: 'Locks' },
}

/** What happened to what: 'Domain added: Robotics'. */
export function titleOf({ about, before, after }: Pick<TrailLine, 'about' | 'before' | 'after'>) {
  if (about.kind === 'sessions') return sessionTitleOf({ before, after })
  const gone = after === null ? 'removed' : 'changed'
  const deed = `${kindWords[about.kind].one} ${before === null ? 'added' : gone}`
  return about.name === null ? deed : `${deed}: ${about.name}`
}

function sessionTitleOf({ before, after }: Pick<TrailLine, 'before' | 'after'>): string {
  if (before === null) return 'Signed in'
  return after === null ? 'Signed out' : 'Session with a new token'
}

/** What changed, a row for each column: its name in words, what was, and what is. */
export function changesIn(
  { before, after }: Pick<TrailLine, 'before' | 'after'>,
  timeZone: string,
): { name: string; old: string; now: string }[] {
  const columns = Object.keys(after ?? before ?? {}).filter((column) => column !== 'id')
  return columns.map((column) => ({
    name: column.replace(/_(id|at|hash)$/, '').replaceAll('_', ' '),
    old: valueInWords(column, before?.[column], timeZone),
    now: valueInWords(column, after?.[column], timeZone),
  }))
}

function valueInWords(column: string, value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (column.endsWith('_at') && typeof value === 'number') return instantInWords(value, timeZone)
  const lines = typeof value === 'string' && value.startsWith('[') ? linesOf(value) : undefined
  return lines ? lines.join('; ') || 'nothing' : String(value)
}

/** Lists of lines are stored as JSON; anything else that begins so is text. */
function linesOf(json: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    return Array.isArray(parsed) ? parsed.map(String) : undefined
  } catch {
    return undefined
  }
}
