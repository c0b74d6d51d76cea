import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { noLive } from '#server/kit/live/live-interface.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { makePerson } from '#test/factories.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import type { Input } from '#test/rights/describe-call.ts'
import { publicCalls } from '#test/rights/public-calls.ts'
import { makeRelatedPeople, makeRelatedPeopleWithInvited } from '#test/rights/related-people.ts'

async function make(app: TestApp, name: string, input: Input, token?: string): Promise<void> {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`${name} is not in the contract`)
  const url = toUrl(endpoint, input.params, input.query)
  const { status } = await app.send(endpoint.method, url, { token, body: input.body })
  expect({ url, status }).toEqual({ url, status: 200 })
}

/** What each call leaves, whichever role makes it, by the end of its path. */
const left: Record<string, string[]> = {
  login: ['signed-in'],
  logout: ['signed-out'],
  'end-session': ['session-ended'],
  'end-other-sessions': ['api-token-revoked', 'session-ended'],
  'end-person-sessions': ['session-ended', 'sessions-ended'],
  tokens: ['api-token-created'],
  'end-token': ['api-token-revoked'],
  'end-person-token': ['api-token-revoked'],
  'set-password': ['password-chosen'],
  'set-profile': ['profile-completed', 'review-opened'],
  'edit-profile': ['profile-changed'],
  'update-password': ['api-token-revoked', 'password-changed', 'session-ended'],
  'reset-password': ['api-token-revoked', 'password-reset', 'session-ended'],
  'change-email': ['email-change-asked'],
  'confirm-email': ['email-changed'],
  'undo-email': [
    ...['api-token-revoked', 'email-taken-back', 'password-link-made', 'password-withdrawn'],
    'session-ended',
  ],
  'begin-second-factor': ['second-factor-begun'],
  'confirm-second-factor': ['second-factor-on', 'session-ended'],
  'new-recovery-codes': ['recovery-codes-made'],
  'remove-second-factor': ['second-factor-off'],
  add: ['person-added'],
  'import-people': ['person-added'],
  'undo-import': ['invitation-revoked'],
  'revoke-invitation': ['invitation-revoked'],
  'change-role': ['role-changed'],
  'block-unblock': ['api-token-revoked', 'blocked', 'booking-ended', 'session-ended', 'slot-lost'],
  'erase-person': ['person-erased', 'review-closed'],
  'undo-block': ['change-undone', 'unblocked'],
  'change-many': [
    ...[
      'advisor-given',
      'api-token-revoked',
      'blocked',
      'booking-ended',
      'change-undone',
      'finished',
    ],
    ...['invited-again', 'paused', 'profile-changed', 'reopened', 'resumed'],
    ...['review-closed', 'review-reopened', 'session-ended', 'slot-lost', 'unblocked'],
  ],
  'reset-password-of': ['password-link-made'],
  'reset-second-factor': ['second-factor-off'],
  'end-lock': ['network-lock-ended'],
  'send-test-mail': ['test-mail-sent'],
  'try-mail-server': ['test-mail-sent'],
  'school-settings': ['school-settings-saved'],
  'send-mail-again': ['mail-hurried'],
  webhooks: ['webhook-added'],
  'edit-webhook': ['webhook-changed', 'webhook-secret-rolled', 'webhook-switched-off'],
  'remove-webhook': ['webhook-removed'],
  'resend-delivery': ['webhook-event-sent-again'],
  'test-webhook': ['webhook-tested'],
  'add-domain': ['domain-added'],
  'edit-domain': ['domain-changed'],
  'copy-domain': ['domain-added', 'task-added'],
  rubric: ['rubric-saved'],
  'add-task': ['task-added'],
  'import-tasks': ['task-changed'],
  'edit-task': ['task-changed'],
  'move-task': ['task-moved'],
  'remove-task': ['task-removed'],
  'add-slot': ['slot-added'],
  'calendar-link': ['calendar-link-made'],
  'private-calendar': ['own-calendar-added'],
  'remove-private-calendar': ['own-calendar-removed'],
  'booking-settings': ['moving-by-itself-set'],
  availability: ['availability-saved'],
  'notice-settings': ['notice-settings-saved'],
  absence: ['absence-added', 'slot-lost', 'slot-removed'],
  'withdraw-absence': ['absence-withdrawn'],
  'remove-slots': ['slot-removed'],
  'clone-week': ['slot-added'],
  edit: ['advisor-given', 'email-changed', 'moved-to-week', 'profile-changed', 'review-changed'],
  pause: ['booking-ended', 'paused'],
  resume: ['change-undone', 'resumed'],
  finish: ['booking-ended', 'finished', 'review-closed'],
  reopen: ['change-undone', 'reopened', 'review-reopened'],
  'hand-over': ['advisor-given'],
  'undo-hand-over': ['advisor-given'],
  'book-slot': ['slot-booked'],
  'move-review': ['booking-moved'],
  'cancel-booking': ['booking-ended', 'slot-removed'],
  'no-show': ['no-show-noted'],
  'ask-other-time': ['other-time-asked'],
  'withdraw-wish': ['wish-withdrawn'],
  'decline-wish': ['wish-declined'],
  remind: ['person-reminded'],
  'remind-turn': ['person-reminded'],
  'undo-change': ['change-undone', 'slot-added'],
  'book-plan': ['slot-booked'],
  'update-review-details': ['feedback-saved', 'marked', 'task-status-saved'],
  'reply-feedback': ['feedback-replied'],
  phrases: ['phrases-saved'],
  work: ['ready-saved'],
  'create-review': ['moved-to-week', 'review-closed', 'review-opened'],
  'undo-decision': ['decision-undone', 'moved-to-week', 'review-removed'],
}

function endOf(call: string): string {
  const path = call.replace(/^\w+ (\/(advisor|reviewer|admin))?\//, '').replace(/\/:id$/, '')
  if (/^reset-password-\w+$/.test(path)) return 'reset-password-of'
  return path.replace(/-(student|advisor|reviewer|admin)$/, '')
}

const concerned = ['reviews: advisor', 'reviews: reviewer', 'reviews: student']
const getNotices = (...whom: Role[]) => whom.map((role) => `notices: ${role}`)

const ofSlots = [...concerned, 'slots: advisor', 'slots: reviewer', 'slots: student']
const ofTasks = [...getNotices('student'), ...concerned]
const withoutReviewer = ['reviews: advisor', 'reviews: student']

/** Whose open pages each call updates, beside the admins', who get every entry. */
const notifies: Record<string, string[]> = {
  'edit-domain': ['notices: advisor', 'notices: student'],
  'edit-task': ofTasks,
  'move-task': ofTasks,
  'remove-task': ofTasks,
  'import-tasks': ofTasks,
  'update-review-details': [...getNotices('advisor', 'student'), ...concerned],
  'reply-feedback': [...getNotices('advisor', 'reviewer'), ...concerned],
  'create-review': [...getNotices('advisor', 'reviewer', 'student'), ...concerned],
  'undo-decision': [...getNotices('advisor', 'reviewer', 'student'), ...concerned],
  work: [...getNotices('advisor', 'reviewer'), 'work: advisor', 'work: reviewer', 'work: student'],
  'book-slot': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'book-plan': [...getNotices('reviewer', 'student'), ...ofSlots],
  'move-review': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'cancel-booking': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'no-show': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'undo-change': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'erase-person': withoutReviewer,
  edit: [...getNotices('admin', 'advisor', 'reviewer', 'student'), 'reviews: admin', ...concerned],
  'end-person-sessions': getNotices('student'),
  pause: [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  resume: [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  finish: [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  reopen: [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'hand-over': [...getNotices('advisor', 'student'), ...concerned],
  'undo-hand-over': [...getNotices('advisor', 'student'), ...concerned],
  'ask-other-time': [...getNotices('advisor'), ...withoutReviewer],
  'withdraw-wish': [...getNotices('advisor'), ...withoutReviewer],
  'decline-wish': [...getNotices('advisor', 'student'), ...withoutReviewer],
  'add-slot': ['slots: reviewer'],
  'remove-slots': ['slots: reviewer'],
  'clone-week': ['slots: reviewer'],
  availability: ['slots: reviewer'],
  'withdraw-absence': [...getNotices('reviewer'), 'slots: reviewer'],
  absence: [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'block-unblock': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'undo-block': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  'change-many': [...getNotices('advisor', 'reviewer', 'student'), ...ofSlots],
  // On other pages of their own.
  'read-notices': getNotices('admin', 'advisor', 'reviewer', 'student'),
  'notice-settings': getNotices('admin', 'advisor', 'reviewer', 'student'),
  remind: [...getNotices('advisor', 'student'), 'reviews: advisor'],
  'remind-turn': [...getNotices('reviewer'), 'reviews: advisor'],
  'confirm-email': getNotices('admin', 'advisor', 'reviewer', 'student'),
  'undo-email': getNotices('admin', 'advisor', 'reviewer', 'student'),
  tokens: getNotices('admin', 'advisor', 'reviewer', 'student'),
  'update-password': getNotices('admin', 'advisor', 'reviewer', 'student'),
  'reset-password': getNotices('admin', 'advisor', 'reviewer', 'student'),
}

/**
 * What no open page but the caller's own and the admins' shows, or shows by the next visit only.
 */
const notifyingNobodyElse = [
  ...['end-token', 'end-person-token'],
  ...['login', 'logout', 'end-session', 'end-other-sessions', 'set-password', 'set-profile'],
  ...['edit-profile', 'forgot-password', 'change-email'],
  'begin-second-factor',
  ...['confirm-second-factor', 'new-recovery-codes', 'remove-second-factor', 'review-draft'],
  ...['add', 'import-people', 'revoke-invitation', 'change-role', 'reset-password-of'],
  ...['undo-import', 'reset-second-factor', 'booking-settings'],
  ...['end-lock', 'second-factor-roles', 'send-test-mail', 'send-mail-again'],
  ...['school-settings', 'try-mail-server'],
  ...['webhooks', 'edit-webhook', 'remove-webhook', 'resend-delivery', 'test-webhook'],
  ...['add-domain', 'copy-domain', 'rubric'],
  // No student is in the week of the added task.
  'add-task',
  ...['private-calendar', 'read-private-calendar', 'remove-private-calendar'],
  ...['calendar-link', 'push-subscription', 'end-push', 'phrases'],
]

/** Records whose open pages are updated, by the end of the call's path. */
function watchNotified(app: TestApp) {
  const heard: { what: string; whom: string }[] = []
  app.context.live = {
    ...noLive,
    changed: (what, whom) => {
      for (const one of whom === 'admins' ? [whom] : whom) if (one) heard.push({ what, whom: one })
    },
  }
  const notified: Record<string, string[]> = {}
  return {
    told: notified,
    /** Ignores events from preparing the call. */
    forget: () => void heard.splice(0),
    async note(name: string) {
      const people = await app.context.db.selectFrom('people').select(['id', 'role']).execute()
      const roleOf = new Map(people.map(({ id, role }) => [id, role]))
      const others = heard.splice(0).filter(({ whom }) => whom !== 'admins')
      const lines = others.map(({ what, whom }) => `${what}: ${roleOf.get(whom)}`)
      const end = endOf(name)
      notified[end] = [...new Set([...(notified[end] ?? []), ...lines])].toSorted()
    },
  }
}

type Watch = ReturnType<typeof watchNotified>

/** Every call that changes something, as those make it who may. */
async function makeEveryChange(app: TestApp, { note, forget }: Watch) {
  for (const [name, { before, input }] of sessionCalls) {
    if (name.startsWith('GET ')) continue
    const circle = await makeRelatedPeople(app)
    await before?.(app, circle)
    const role = endpoints.get(name)?.role
    forget()
    await make(app, name, input(circle), role ? circle.tokens[role] : undefined)
    await note(name)
  }
  for (const [name, input] of publicCalls) {
    if (name.startsWith('GET ')) continue
    const circle = await makeRelatedPeopleWithInvited(app)
    forget()
    await make(app, name, input(circle))
    await note(name)
  }
}

test('every entry names its action, and others who see the change are notified', {
  timeout: 120_000,
}, async () => {
  const app = await startApp()
  const watch = watchNotified(app)
  await makeEveryChange(app, watch)
  const { token } = await makePerson(app, 'admin')
  const { body } = await app.call(listAuditLog, { token })
  const found: Record<string, string[]> = {}
  for (const { call, deed } of body) {
    const end = endOf(call)
    found[end] = [...new Set([...(found[end] ?? []), deed])].toSorted()
  }
  expect(found).toEqual(left)
  const nobodyElse = Object.fromEntries(notifyingNobodyElse.map((call) => [call, []]))
  expect(
    watch.told,
    'a call tells who else sees it by `live.changed`, or is one of `notifyingNobodyElse`',
  ).toEqual({ ...notifies, ...nobodyElse })
})
