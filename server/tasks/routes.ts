import type { FastifyInstance } from 'fastify'
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
} from '#contract/tasks.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as tasks from './actions.ts'

export function taskRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, addTask, async ({ context, body }) => ({
    message: taskAddedMessage,
    task: await tasks.addTask(context, body),
  }))

  serve(app, context, editTask, async ({ context, body }) => ({
    message: taskEditedMessage,
    task: await tasks.editTask(context, body),
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
