import { addTask, type NewTask } from '#contract/tasks/tasks.ts'
import { startApp } from '../app.ts'
import { makeDomain, makePerson } from '../factories.ts'

/** The lines of a task. */
export const taskLines = {
  personalDevelopmentWorkout: ['Read a chapter'],
  technicalWorkouts: ['Build a form', 'Test it'],
  miscellaneousWorkouts: ['Type for ten minutes'],
}

/** A school with a domain, and an admin who adds tasks. */
export async function startSchoolWithDomain() {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin', { name: 'Grace' })
  const domain = await makeDomain(app)
  const add = async (more: Partial<NewTask> = {}) => {
    const body = { weekNo: 1, domain: domain._id, ...taskLines, ...more }
    return app.call(addTask, { token, body })
  }
  return { app, token, domain, add }
}
