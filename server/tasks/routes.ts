import type { FastifyInstance } from 'fastify'
import { copyDomain, domainCopiedMessage } from '#contract/domains/domains.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { exportTasks, importTasks } from '#contract/tasks/import-and-export.ts'
import {
  moveTask,
  removeTask,
  taskMovedMessage,
  taskRemovedMessage,
} from '#contract/tasks/move-and-remove.ts'
import {
  addTask,
  editTask,
  findTasks,
  getReviewTask,
  getTask,
  listDomainTasks,
  listWeeklyTasks,
  taskAddedMessage,
  taskEditedMessage,
} from '#contract/tasks/tasks.ts'
import { serve, serveFile, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as tasks from './actions.ts'
import { copyDomain as copy } from './copy-domain.ts'
import { exportTasksAsMarkdown, importTasks as importCourse } from './import-and-export.ts'
import * as moves from './move-and-remove.ts'

export function taskRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, addTask, async ({ context, session, body }) => ({
    message: taskAddedMessage,
    task: await tasks.addTask(context, body, session.name),
  }))

  serve(app, context, editTask, async ({ context, session, body }) => ({
    message: taskEditedMessage,
    task: await tasks.editTask(context, body, session.name),
  }))

  serve(app, context, removeTask, async ({ context, session, body }) => ({
    message: taskRemovedMessage,
    task: await moves.removeTask(context, body.value, session.name),
  }))

  serve(app, context, moveTask, async ({ context, session, body }) => ({
    message: taskMovedMessage,
    task: await moves.moveTask(context, body.value, session.name),
  }))

  serve(app, context, importTasks, ({ context, session, body }) =>
    importCourse(context, body.value, session.name),
  )

  serveFile(app, context, exportTasks, ({ context, query }) => ({
    name: `tasks-${getDateInZone(context.clock(), context.settings.timeZone)}.md`,
    type: 'text/markdown; charset=utf-8',
    content: exportTasksAsMarkdown(context, query.domain),
  }))

  serve(app, context, copyDomain, async ({ context, body }) => ({
    message: domainCopiedMessage,
    domain: await copy(context, body.value),
  }))

  serveRead(app, context, listDomainTasks, ({ context, query }) =>
    tasks.listDomainTasks(context, query.domain),
  )

  serveRead(app, context, findTasks, ({ context, query }) => tasks.findTasks(context, query.search))

  serveRead(app, context, getTask, ({ context, query }) => tasks.getTask(context, query.id))

  serveRead(app, context, listWeeklyTasks, ({ context, session }) =>
    tasks.listWeeklyTasks(context, session.personId),
  )

  serveRead(app, context, getReviewTask, async ({ context, session, query }) => ({
    task: await tasks.getReviewTask(context, session.personId, query.id),
  }))
}
