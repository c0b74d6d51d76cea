import type { AuditAction } from '#contract/audit/action.ts'
import { paths } from '#web/paths.ts'
import { formatWeek, type MakeSentence } from '../sentence-parts.ts'

const taskWords =
  (action: string): MakeSentence =>
  ({ line, value, mentioned, domain }) => {
    const task = mentioned('tasks', line.about._id)
    if (!task) {
      const week = value('week')
      const name = week === null ? 'a task' : `the ${formatWeek(week)} task`
      return [`${action} ${name} for `, domain(value('domain_id'))]
    }
    const week = { name: formatWeek(task.week), to: paths.taskDetails(task._id) }
    const { _id, name } = task.domain
    return [`${action} the `, week, ' task for ', { name, to: paths.weekList(_id) }]
  }

const domainWords =
  (action: string): MakeSentence =>
  ({ line, value, domain, mentioned }) => {
    const isThere = mentioned('domains', line.about._id) !== undefined
    const gone = value('name')
    return [
      `${action} the domain `,
      isThere || gone === null ? domain(line.about._id) : String(gone),
    ]
  }

/** Actions on domains and tasks. */
export const taskSentences = {
  'domain-added': domainWords('added'),
  'domain-changed': (reading) => {
    const before = reading.before('name')
    if (before === null) return domainWords('changed')(reading)
    return [`renamed the domain ${before} to `, reading.domain(reading.line.about._id)]
  },
  'domain-archived': domainWords('archived'),
  'domain-restored': domainWords('brought back'),
  'rubric-saved': domainWords('changed the rubric of'),
  'domain-removed': domainWords('removed'),
  'task-added': taskWords('added'),
  'task-changed': taskWords('changed'),
  'task-moved': ({ line, before, value, mentioned }) => {
    const task = mentioned('tasks', line.about._id)
    const of = task ? { name: task.domain.name, to: paths.weekList(task.domain._id) } : 'a domain'
    const [from, to] = [formatWeek(before('week')), formatWeek(value('week'))]
    return [`moved the ${from} task for `, of, ` to ${to}`]
  },
  'task-removed': taskWords('removed'),
} satisfies Partial<Record<AuditAction, MakeSentence>>
