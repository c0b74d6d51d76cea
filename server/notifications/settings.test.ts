import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { notificationKinds } from '#contract/kit/kinds/notification-kind.ts'
import { getInstantAt } from '#contract/kit/time/zone.ts'
import {
  getKindsForRole,
  getNotificationSettings,
  type NotificationSettingsChange,
  notificationMessages,
  saveNotificationSettings,
} from '#contract/notifications/delivery/settings.ts'
import { countUnreadNotifications, listNotifications } from '#contract/notifications/list.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import { roles } from '#contract/roles.ts'
import { hashSecret } from '#server/kit/id.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { type BookedSchool, recordNotices, startBookedSchool } from '#test/schools/booked.ts'

const nothing = { page: false, mail: false, push: false }

function save(
  { app, student }: Pick<BookedSchool, 'app' | 'student'>,
  value: NotificationSettingsChange,
) {
  return app.call(saveNotificationSettings.student, { token: student.token, body: { value } })
}

/** Subscribes a browser to a person's push notifications. */
async function addBrowser({ app }: Pick<BookedSchool, 'app'>, { token }: { token: string }) {
  const { db } = app.context
  const session = await db
    .selectFrom('sessions')
    .select('id as session_id')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirstOrThrow()
  const browser = {
    endpoint: `https://push.example/${session.session_id}`,
    p256dh: 'key',
    auth: 'secret',
  }
  const row = { ...session, ...browser, created_at: monday }
  await db.insertInto('push_subscriptions').values(row).execute()
}

test.each(roles)(
  'a %s begins with all that their role is told, as it is at first',
  async (role) => {
    const app = await startApp()
    const { token } = await makePerson(app, role)
    const { status, body } = await app.call(getNotificationSettings[role], { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      kinds: Object.fromEntries(
        getKindsForRole(role).map((kind) => [kind, notificationDefinitions[kind].defaultChannels]),
      ),
      quietHours: null,
      weeklySummary: null,
      timeZone: null,
    })
  },
)

test('chosen settings are saved, others stay, and the person’s other pages are updated', async () => {
  const { app, student } = await startBookedSchool()
  const heard = recordNotices(app)
  const quietHours = { from: '22:00', to: '07:00' }
  const first = await save({ app, student }, { kinds: { marked: nothing }, quietHours })
  expect(first).toMatchObject({ status: 200, body: { message: notificationMessages.saved } })
  expect(heard).toContain(`notices of ${student._id}`)
  await save({ app, student }, { timeZone: 'Asia/Kolkata', weeklySummary: 7 })
  const { body } = await app.call(getNotificationSettings.student, { token: student.token })
  expect(body).toMatchObject({
    quietHours,
    weeklySummary: 7,
    timeZone: 'Asia/Kolkata',
    kinds: { marked: nothing, booked: notificationDefinitions.booked.defaultChannels },
  })
  await save({ app, student }, { quietHours: null, timeZone: null, weeklySummary: null })
  const rows = await app.context.db.selectFrom('notification_settings').selectAll().execute()
  expect(rows).toEqual([
    {
      person_id: student._id,
      channels: JSON.stringify({ marked: nothing }),
      quiet_from: null,
      quiet_to: null,
      summary_weekday: null,
      zone: null,
    },
  ])
})

test.each<[string, unknown]>([
  [
    'kinds.password-changed',
    { kinds: { 'password-changed': { page: true, mail: false, push: true } } },
  ],
  ['kinds.new-browser', { kinds: { 'new-browser': nothing } }],
  ['kinds.booked.mail', { kinds: { booked: { page: true, push: true } } }],
  ['quietHours.to', { quietHours: { from: '08:00', to: '08:00' } }],
  ['quietHours.from', { quietHours: { from: '24:00', to: '08:00' } }],
  ['weeklySummary', { weeklySummary: 8 }],
  ['timeZone', { timeZone: 'Europe/Nowhere' }],
])('what cannot be chosen is refused: %s', async (field, value) => {
  const { app, student } = await startBookedSchool()
  const body = { value }
  const refused = await app.send('PUT', '/notice-settings', { token: student.token, body })
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { [field]: expect.any(String) } },
  })
  const rows = await app.context.db.selectFrom('notification_settings').selectAll().execute()
  expect(rows).toEqual([])
})

test('unknown kinds and those of other roles are ignored, and nobody else’s settings change', async () => {
  const { app, student, advisor } = await startBookedSchool()
  const body = { value: { kinds: { asked: nothing, nonsense: nothing } } }
  const { status } = await app.send('PUT', '/notice-settings', { token: student.token, body })
  expect(status).toBe(200)
  const rows = await app.context.db.selectFrom('notification_settings').selectAll().execute()
  expect(rows).toMatchObject([{ person_id: student._id, channels: '{}' }])
  const { token } = advisor
  const { body: others } = await app.call(getNotificationSettings.advisor, { token })
  expect(others.kinds.asked).toEqual(notificationDefinitions.asked.defaultChannels)
})

test('two changes of one person’s settings at once both count', async () => {
  const { app, student } = await startBookedSchool()
  await Promise.all([
    save({ app, student }, { kinds: { booked: nothing } }),
    save({ app, student }, { kinds: { moved: nothing } }),
    save({ app, student }, { weeklySummary: 3 }),
  ])
  const { body } = await app.call(getNotificationSettings.student, { token: student.token })
  expect(body).toMatchObject({ kinds: { booked: nothing, moved: nothing }, weeklySummary: 3 })
})

test('notifications switched off in the app are neither listed nor counted, and still emailed', async () => {
  const { app, student, move } = await startBookedSchool()
  await save({ app, student }, { kinds: { moved: { page: false, mail: true, push: false } } })
  await move()
  const { token } = student
  const { body } = await app.call(listNotifications.student, { token, query: {} })
  expect(body.map(({ kind }) => kind)).toEqual(['booked'])
  expect((await app.call(countUnreadNotifications.student, { token })).body.unread).toBe(1)
  const rows = await app.context.db
    .selectFrom('notifications')
    .select(['on_page', 'mail_due_at', 'push_due_at'])
    .where('person_id', '=', student._id)
    .where('kind', '=', 'moved')
    .execute()
  expect(rows).toEqual([{ on_page: 0, mail_due_at: monday, push_due_at: null }])
})

test('times are shown in the chosen time zone, with the school’s beside it', async () => {
  const { app, student } = await startBookedSchool()
  const text = async (timeZone: string) => {
    await save({ app, student }, { timeZone })
    const { body } = await app.call(listNotifications.student, { token: student.token, query: {} })
    return body[0]?.text
  }
  expect(await text('America/Toronto')).toContain('for Mon 2 Mar, 1:00 PM with')
  expect(await text('Europe/Berlin')).toContain(
    'for Mon 2 Mar, 7:00 PM (1:00 PM at the school) with',
  )
  expect(await text('Asia/Tokyo')).toContain(
    'for Tue 3 Mar, 3:00 AM (Mon 2 Mar, 1:00 PM at the school) with',
  )
})

test('quiet hours postpone batched notifications, and none about bookings and accounts', async () => {
  const { app, student, advisor, ask, move } = await startBookedSchool()
  const { token } = advisor
  const value = { quietHours: { from: '11:00', to: '14:00' }, timeZone: 'America/New_York' }
  await app.call(saveNotificationSettings.advisor, { token, body: { value } })
  await save({ app, student }, value)
  for (const person of [student, advisor]) await addBrowser({ app }, person)
  await move()
  await ask()
  const due = await app.context.db
    .selectFrom('notifications')
    .select(['kind', 'mail_due_at', 'push_due_at'])
    .where('kind', 'in', ['asked', 'granted', 'moved'])
    .where('person_id', 'in', [student._id, advisor._id])
    .orderBy('id')
    .execute()
  const afterwards = getInstantAt('2026-03-02', '14:00', 'America/New_York')
  expect(due).toEqual([
    { kind: 'moved', mail_due_at: monday, push_due_at: monday },
    { kind: 'asked', mail_due_at: afterwards, push_due_at: afterwards },
  ])
})

test('held notifications are due at once when quiet hours are switched off, and at the new end when changed', async () => {
  const { app, advisor, ask } = await startBookedSchool()
  const { token } = advisor
  const quiet = (to: string | null) => {
    const quietHours = to === null ? null : { from: '11:00', to }
    const value = { quietHours, timeZone: 'America/New_York' }
    return app.call(saveNotificationSettings.advisor, { token, body: { value } })
  }
  await quiet('16:00')
  await addBrowser({ app }, advisor)
  await ask()
  const due = () =>
    app.context.db
      .selectFrom('notifications')
      .select(['mail_due_at', 'push_due_at'])
      .where('kind', '=', 'asked')
      .executeTakeFirst()
  const at = (clock: string) => getInstantAt('2026-03-02', clock, 'America/New_York')
  expect(await due()).toEqual({ mail_due_at: at('16:00'), push_due_at: at('16:00') })
  await quiet('14:00')
  expect(await due()).toEqual({ mail_due_at: at('14:00'), push_due_at: at('14:00') })
  await quiet(null)
  expect(await due()).toEqual({ mail_due_at: monday, push_due_at: monday })
})

test('nothing is pushed to a person without a subscribed browser', async () => {
  const { app, student, reviewer, move } = await startBookedSchool()
  await addBrowser({ app }, student)
  await move()
  const notices = await app.context.db
    .selectFrom('notifications')
    .select(['person_id', 'push_due_at'])
    .where('kind', '=', 'moved')
    .where('person_id', 'in', [student._id, reviewer._id])
    .execute()
  expect(new Map(notices.map((row) => [row.person_id, row.push_due_at]))).toEqual(
    new Map([
      [student._id, monday],
      [reviewer._id, null],
    ]),
  )
})

test('an undo does not use channels that the recipient had switched off for the change', async () => {
  const school = await startBookedSchool()
  const { app, student } = school
  await save(school, { kinds: { cancelled: { page: false, mail: true, push: false } } })
  await school.cancel('advisor')
  await school.undo('advisor')
  const notices = await app.context.db
    .selectFrom('notifications')
    .select(['kind', 'on_page', 'push_due_at'])
    .where('person_id', '=', student._id)
    .where('kind', '=', 'undone')
    .execute()
  expect(notices).toEqual([{ kind: 'undone', on_page: 0, push_due_at: null }])
})

test('the audit log has who chose what', async () => {
  const { app, student, admin } = await startBookedSchool()
  await save({ app, student }, { kinds: { marked: nothing }, timeZone: 'Asia/Tokyo' })
  await save({ app, student }, { kinds: { marked: nothing } })
  const { body } = await app.call(listAuditLog, { token: admin.token, query: {} })
  const lines = body.filter(({ deed }) => deed === 'notice-settings-saved')
  expect(lines).toMatchObject([
    {
      who: { _id: student._id },
      before: { told_by: null, zone: null },
      after: { told_by: 'marked: none', zone: 'Asia/Tokyo' },
    },
  ])
})

test('every account safety kind is sent in the app and by email', () => {
  const safe = notificationKinds.filter((kind) => notificationDefinitions[kind].isSafety)
  expect(safe.length).toBeGreaterThan(0)
  for (const kind of safe)
    expect(notificationDefinitions[kind].defaultChannels).toMatchObject({ page: true, mail: true })
})
