import type { AuditAction } from '#contract/audit/action.ts'
import { paths } from '#web/paths.ts'
import { formatWeek, type SentenceByAction } from '../entry-parts.ts'

const taskWords =
  (action: string): SentenceByAction =>
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
  (action: string): SentenceByAction =>
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
  'domain-changed': domainWords('changed'),
  'domain-removed': domainWords('removed'),
  'task-added': taskWords('added'),
  'task-changed': taskWords('changed'),
  'task-removed': taskWords('removed'),
} satisfies Partial<Record<AuditAction, SentenceByAction>>
