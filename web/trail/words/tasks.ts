import type { Deed } from '#contract/trail/deed.ts'
import { paths } from '#web/paths.ts'
import { type Words, weekWords } from '../reading.ts'

const taskWords =
  (deed: string): Words =>
  ({ line, value, mentioned, domain }) => {
    const task = mentioned('tasks', line.about._id)
    if (!task) {
      return [`${deed} the task of ${weekWords(value('week'))} of `, domain(value('domain_id'))]
    }
    const week = { name: weekWords(task.week), to: paths.taskDetails(task._id) }
    const { _id, name } = task.domain
    return [`${deed} the task of `, week, ' of ', { name, to: paths.weekList(_id) }]
  }

const domainWords =
  (deed: string): Words =>
  ({ line, value, domain, mentioned }) => {
    const isThere = mentioned('domains', line.about._id) !== undefined
    const gone = value('name')
    return [`${deed} the domain `, isThere || gone === null ? domain(line.about._id) : String(gone)]
  }

/** What is done with domains and their tasks. */
export const wordsOfTasks = {
  'domain-added': domainWords('added'),
  'domain-changed': domainWords('changed'),
  'domain-removed': domainWords('removed'),
  'task-added': taskWords('wrote'),
  'task-changed': taskWords('changed'),
  'task-removed': taskWords('removed'),
} satisfies Partial<Record<Deed, Words>>
