import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finishStudent } from '#contract/enrolment.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { createMailer } from '#server/kit/mail/send-due-mails.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { startApp } from '#test/app.ts'
import { makePerson, makeReview } from '#test/factories.ts'
import { makeMailerOptions } from '#test/mail/mails.ts'
import { readRows } from '#test/rights/rows.ts'

test('a file of gathered emails that names an erased student is removed, others stay', async () => {
  const options = makeMailerOptions()
  const app = await startApp({ dataDir: options.dataDir })
  const { deliver } = createMailer(app.context, options)
  const { token } = await makePerson(app, 'admin')
  const readFiles = () => {
    const folder = join(options.dataDir, 'outbox')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  const finish = async (names: string[], advisorName: string) => {
    const advisor = await makePerson(app, 'advisor', { name: advisorName })
    const students = []
    for (const name of names) {
      const student = await makePerson(app, 'student', { name })
      await makeReview(app, { student, advisor })
      const body = { value: { id: student._id, outcome: 'graduated' as const } }
      expect((await app.call(finishStudent.admin, { token, body })).status).toBe(200)
      students.push(student)
    }
    return students
  }
  const [, xenia] = await finish(['Łukasz Żak', 'Xenia Jäger 47'], 'Çağla Süß')
  await finish(['Ana Jäger', 'Xenia Jäger 470'], 'Bo Li')
  app.time.now += 5 * minuteMs
  await mailNotifications(app.context)
  await deliver()
  expect(readFiles()).toHaveLength(6)
  const gathered = (texts: string[]) => texts.filter((text) => text.includes('1 more notification'))
  expect(gathered(readFiles())).toHaveLength(2)

  const body = { value: { id: xenia?._id ?? '', name: 'Xenia Jäger 47' } }
  expect((await app.call(erasePerson, { token, body })).status).toBe(200)
  const left = readFiles()
  expect(left.filter((text) => /Xenia Jäger 47\b/.test(text))).toEqual([])
  expect(gathered(left)).toHaveLength(1)
  expect(left).toHaveLength(4)
  expect(JSON.stringify(await readRows(app))).not.toMatch(/Xenia Jäger 47\b/)
})
