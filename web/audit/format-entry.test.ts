import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry, AuditReference } from '#contract/audit/audit.ts'
import { formatEntry } from './format-entry.ts'

const admin = {
  _id: 'grace',
  name: 'Grace Bennett',
  email: 'grace@school.test',
  role: 'admin',
} as const
const sofia = { _id: 'sofia', name: 'Sofía Demir' }
const priya = { _id: 'priya', name: 'Priya Nair' }
const web = { _id: 'web', name: 'Web Development' }

const references: AuditReference[] = [
  { kind: 'people', ...sofia, role: 'student' },
  { kind: 'people', ...priya, role: 'reviewer' },
  { kind: 'people', _id: 'henrik', name: 'Henrik Lindqvist', role: 'advisor' },
  { kind: 'domains', ...web },
  { kind: 'tasks', _id: 'task', week: 3, domain: web },
  { kind: 'slots', _id: 'slot', startsAt: '2026-11-23T15:00:00Z', reviewer: priya },
  { kind: 'reviews', _id: 'review', week: 3, student: sofia },
  { kind: 'reviews', _id: 'earlier', week: 3, student: sofia },
  { kind: 'reviews', _id: 'easier', week: 2, student: sofia },
]

type Given = Partial<AuditEntry> & { id?: string }

function line(action: AuditAction, { id = 'sofia', ...given }: Given): AuditEntry {
  return {
    _id: 'line',
    at: '2026-11-22T12:00:00Z',
    who: admin,
    token: null,
    call: 'PUT /call',
    deed: action,
    mentions: references,
    about: { kind: 'people', _id: id, name: null },
    before: {},
    after: {},
    address: '',
    requestId: '',
    ...given,
  }
}

const format = (one: AuditEntry, more?: AuditEntry[]) =>
  formatEntry(one, 'America/New_York', more)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')

const own = { who: { ...sofia, email: '', role: 'student' } } as const
const onReview = { id: 'review' }
const onWebhook = {
  about: { kind: 'webhooks' as const, _id: 'hook', name: 'hooks.school.test/a' },
}

/** A line and its sentence for every action; a missing action is a type error. */
const sentences: Record<AuditAction, [given: Given, sentence: string]> = {
  'person-added': [
    { before: null, after: { role: 'advisor' }, id: 'henrik' },
    'Grace Bennett added Henrik Lindqvist as an advisor',
  ],
  'invited-again': [{ before: null }, 'Grace Bennett resent the invitation to Sofía Demir'],
  'invitation-revoked': [{ after: null }, 'Grace Bennett revoked the invitation of Sofía Demir'],
  'role-changed': [
    { before: { role: 'student' }, after: { role: 'advisor' } },
    'Grace Bennett invited Sofía Demir as an advisor instead of a student',
  ],
  'password-chosen': [own, 'Sofía Demir chose a password'],
  'person-reminded': [{}, 'Grace Bennett sent a reminder to Sofía Demir'],
  'password-withdrawn': [{}, 'Grace Bennett removed Sofía Demir’s password'],
  'password-changed': [own, 'Sofía Demir changed their password'],
  'password-reset': [own, 'Sofía Demir reset their password with a link'],
  'password-link-made': [
    { who: null, call: 'npm run let-in' },
    'The server administrator created a password link for Sofía Demir',
  ],
  'calendar-link-made': [own, 'Sofía Demir created a calendar link'],
  'email-change-asked': [own, 'Sofía Demir asked to change their email address'],
  'email-changed': [own, 'Sofía Demir changed their email address'],
  'email-taken-back': [own, 'Sofía Demir restored their old email address'],
  'profile-completed': [own, 'Sofía Demir completed their profile'],
  'profile-changed': [
    { ...own, after: { number: '1', address: '2' } },
    'Sofía Demir changed their mobile number and address',
  ],
  'moved-to-week': [
    { before: { week: 3 }, after: { week: 4 } },
    'Grace Bennett moved Sofía Demir from week 03 to week 04',
  ],
  blocked: [{}, 'Grace Bennett blocked Sofía Demir'],
  unblocked: [{}, 'Grace Bennett unblocked Sofía Demir'],
  paused: [{}, 'Grace Bennett paused the course of Sofía Demir'],
  finished: [
    { after: { outcome: 'graduated' } },
    'Grace Bennett recorded that Sofía Demir has graduated',
  ],
  reopened: [{}, 'Grace Bennett reopened the course of Sofía Demir'],
  resumed: [
    { who: null, call: 'automatic resume-student' },
    'Weekward resumed the course of Sofía Demir',
  ],
  'person-erased': [{}, 'Grace Bennett erased a person, now Sofía Demir'],
  'login-lock-ended': [{}, 'Grace Bennett ended the login lock of Sofía Demir'],
  'second-factor-begun': [own, 'Sofía Demir started setting up a second factor'],
  'second-factor-on': [own, 'Sofía Demir turned on their second factor'],
  'second-factor-off': [{}, 'Grace Bennett turned off Sofía Demir’s second factor'],
  'recovery-codes-made': [own, 'Sofía Demir created new recovery codes'],
  'sessions-ended': [
    { before: null, after: { sessions: 'Firefox on Linux' } },
    'Grace Bennett signed Sofía Demir out of Firefox on Linux',
  ],
  'availability-saved': [own, 'Sofía Demir changed their availability'],
  'absence-added': [own, 'Sofía Demir added an absence'],
  'absence-withdrawn': [own, 'Sofía Demir removed an absence'],
  'own-calendar-added': [own, 'Sofía Demir added their own calendar'],
  'own-calendar-removed': [own, 'Sofía Demir removed their own calendar'],
  'moving-by-itself-set': [own, 'Sofía Demir changed automatic rebooking'],
  'notice-settings-saved': [own, 'Sofía Demir changed their notification settings'],
  'api-token-created': [
    { ...own, after: { api_token: 'Timetable' } },
    'Sofía Demir created API token Timetable',
  ],
  'api-token-revoked': [
    { before: { api_token: 'Timetable' } },
    'Grace Bennett revoked API token Timetable of Sofía Demir',
  ],
  'phrases-saved': [own, 'Sofía Demir changed their phrases for feedback'],
  'signed-in': [own, 'Sofía Demir signed in'],
  'signed-out': [own, 'Sofía Demir signed out'],
  'session-ended': [
    { after: null, before: { person_id: 'sofia' } },
    'Grace Bennett ended one of Sofía Demir’s sessions',
  ],
  'session-renewed': [own, 'Sofía Demir renewed their session'],
  'domain-added': [
    { id: 'web', before: null, after: { name: 'Web' } },
    'Grace Bennett added the domain Web Development',
  ],
  'domain-changed': [
    { id: 'web', before: { name: 'Web' }, after: { name: 'Web Development' } },
    'Grace Bennett renamed the domain Web to Web Development',
  ],
  'domain-archived': [{ id: 'web' }, 'Grace Bennett archived the domain Web Development'],
  'domain-restored': [{ id: 'web' }, 'Grace Bennett brought back the domain Web Development'],
  'rubric-saved': [{ id: 'web' }, 'Grace Bennett changed the rubric of the domain Web Development'],
  'domain-removed': [
    { id: 'gone', before: { name: 'Robotics' }, after: null },
    'Grace Bennett removed the domain Robotics',
  ],
  'task-added': [{ id: 'task' }, 'Grace Bennett added the week 03 task for Web Development'],
  'task-changed': [{ id: 'task' }, 'Grace Bennett changed the week 03 task for Web Development'],
  'task-moved': [
    { id: 'task', before: { week: 2 }, after: { week: 3 } },
    'Grace Bennett moved the week 02 task for Web Development to week 03',
  ],
  'task-removed': [
    { id: 'gone', before: { week: 7, domain_id: 'web' }, after: null },
    'Grace Bennett removed the week 07 task for Web Development',
  ],
  'slot-added': [
    { id: 'gone', before: null, after: { starts_at: Date.parse('2026-11-23T15:00:00Z') } },
    'Grace Bennett added a slot on Mon 23 Nov, 10:00 AM',
  ],
  'slot-changed': [{ id: 'slot' }, 'Grace Bennett changed a slot on Mon 23 Nov, 10:00 AM'],
  'slot-removed': [{ id: 'slot' }, 'Grace Bennett removed a slot on Mon 23 Nov, 10:00 AM'],
  'review-opened': [
    { ...onReview, before: null, after: { follows_id: 'easier', week: 3, student_id: 'sofia' } },
    'Grace Bennett opened the week 03 review for Sofía Demir',
  ],
  'advisor-given': [
    { ...onReview, after: { advisor_id: 'henrik' } },
    'Grace Bennett assigned Sofía Demir’s week 03 review to Henrik Lindqvist',
  ],
  'slot-booked': [
    { ...onReview, before: { slot_id: null }, after: { slot_id: 'slot' } },
    'Grace Bennett booked a slot for Sofía Demir: Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  'booking-moved': [
    { ...onReview, after: { slot_id: 'slot' } },
    'Grace Bennett moved Sofía Demir’s week 03 review to Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  'booking-ended': [
    { ...onReview, before: { slot_id: 'slot' }, after: { slot_id: null } },
    'Grace Bennett cancelled the booking for Sofía Demir: Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  'no-show-noted': [
    { ...onReview, before: { slot_id: 'slot' }, after: { slot_id: null } },
    'Grace Bennett recorded a no-show for Sofía Demir’s week 03 review: Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  'slot-lost': [
    { ...onReview, before: { slot_id: 'slot' }, after: { slot_id: null, lost_starts_at: 1 } },
    'Grace Bennett removed the slot of Sofía Demir’s week 03 review: Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  'other-time-asked': [
    { ...onReview, after: { wish: 'An exam' } },
    'Grace Bennett asked to reschedule Sofía Demir’s week 03 review',
  ],
  'wish-declined': [
    { ...onReview, after: { wish: null } },
    'Grace Bennett declined the request to reschedule Sofía Demir’s week 03 review',
  ],
  'wish-withdrawn': [
    { ...onReview, after: { wish: null } },
    'Grace Bennett withdrew the request to reschedule Sofía Demir’s week 03 review',
  ],
  'change-undone': [
    { ...onReview, before: { slot_id: null }, after: { slot_id: 'slot' } },
    'Grace Bennett undid a change for Sofía Demir: Mon 23 Nov, 10:00 AM with Priya Nair',
  ],
  marked: [
    { ...onReview, after: { code: 40, week_status: 'Task Critical', status: 'conducted' } },
    'Grace Bennett marked Sofía Demir’s week 03 review: Task Critical',
  ],
  'feedback-saved': [
    { ...onReview, after: { feedback: 'Well done', note: '' } },
    'Grace Bennett saved feedback on Sofía Demir’s week 03 review',
  ],
  'feedback-replied': [
    { ...own, ...onReview, after: { feedback_reply: 'Thank you' } },
    'Sofía Demir replied to the feedback on their week 03 review',
  ],
  'pending-tasks-saved': [
    { ...onReview, after: { pending_task: '["Read on","Ask"]' } },
    'Grace Bennett saved 2 pending tasks for Sofía Demir',
  ],
  'task-status-saved': [
    { ...onReview, after: { seminar: 'completed', typing: 'Not added' } },
    'Grace Bennett updated the tasks of Sofía Demir: Seminar Video completed and Typing Not added',
  ],
  'ready-saved': [
    { ...own, ...onReview, after: { ready_at: 1 } },
    'Sofía Demir said that they are ready for their week 03 review',
  ],
  'review-closed': [onReview, 'Grace Bennett closed Sofía Demir’s week 03 review'],
  'due-date-renewed': [
    onReview,
    'Grace Bennett set a new due date for Sofía Demir’s week 03 review',
  ],
  'review-reopened': [onReview, 'Grace Bennett reopened Sofía Demir’s week 03 review'],
  'decision-undone': [onReview, 'Grace Bennett undid the decision on Sofía Demir’s week 03 review'],
  'review-changed': [onReview, 'Grace Bennett changed Sofía Demir’s week 03 review'],
  'review-removed': [
    { id: 'gone', before: { week: 4, student_id: 'sofia' }, after: null },
    'Grace Bennett removed Sofía Demir’s week 04 review',
  ],
  'second-factor-required': [
    { after: { roles: '["admin","advisor"]' } },
    'Grace Bennett required a second factor for admins and advisors',
  ],
  'network-lock-ended': [
    { after: null, before: { email: 'a@b.test', network: '' } },
    'Grace Bennett ended the login lock of a@b.test on all networks',
  ],
  'test-mail-sent': [
    { before: null, after: { kind: 'test', recipient: 'a@b.test' } },
    'Grace Bennett sent a test email to a@b.test',
  ],
  'mail-sent-anew': [
    { before: null, after: { kind: 'invitation', recipient: 'a@b.test' } },
    'Grace Bennett resent an invitation to a@b.test',
  ],
  'mail-hurried': [{}, 'Grace Bennett retried a waiting email'],
  'webhook-added': [
    { before: null, after: { url: 'hooks.school.test/a' } },
    'Grace Bennett added the webhook to hooks.school.test/a',
  ],
  'webhook-changed': [onWebhook, 'Grace Bennett changed the webhook to hooks.school.test/a'],
  'webhook-secret-rolled': [
    onWebhook,
    'Grace Bennett created a new secret for the webhook to hooks.school.test/a',
  ],
  'webhook-switched-on': [onWebhook, 'Grace Bennett turned on the webhook to hooks.school.test/a'],
  'webhook-switched-off': [
    { about: { ...onWebhook.about, name: null } },
    'Grace Bennett turned off the webhook to another system',
  ],
  'webhook-removed': [
    { before: { url: 'hooks.school.test/a' }, after: null },
    'Grace Bennett removed the webhook to hooks.school.test/a',
  ],
  'webhook-event-sent-again': [
    { ...onWebhook, before: null, after: { sent: 'review.booked' } },
    'Grace Bennett sent the event review.booked again to hooks.school.test/a',
  ],
  'webhook-tested': [onWebhook, 'Grace Bennett sent a test event to hooks.school.test/a'],
  'school-set-up': [{}, 'Grace Bennett set up the school'],
  'school-settings-saved': [
    { after: { name: 'Blåklint', mail_secret: '…' } },
    'Grace Bennett changed the school’s name and mail server password',
  ],
}

test.each(Object.entries(sentences))(
  'a line of %s reads as a sentence',
  (action, [given, sentence]) => {
    expect(format(line(action as AuditAction, given))).toBe(sentence) // As the keys are deeds alone.
  },
)

test('a week that is started or repeated says so', () => {
  const again = { before: null, after: { follows_id: 'earlier', week: 3, student_id: 'sofia' } }
  expect(format(line('review-opened', { ...onReview, ...again }))).toBe(
    'Grace Bennett opened another week 03 review for Sofía Demir',
  )
  const first = { before: null, after: { week: 3, student_id: 'sofia', advisor_id: 'henrik' } }
  expect(format(line('review-opened', { ...onReview, ...own, ...first }))).toBe(
    'Sofía Demir started week 03 with Henrik Lindqvist',
  )
})

test('a student who is given a first week was moved from none', () => {
  expect(format(line('moved-to-week', { before: { week: null }, after: { week: 2 } }))).toBe(
    'Grace Bennett moved Sofía Demir to week 02',
  )
})

test('a decision says how the student goes on, if the same call has opened the next review', () => {
  const closed = line('review-closed', onReview)
  const opened = (id: string, week: number) =>
    line('review-opened', { id, before: null, after: { follows_id: 'review', week } })
  expect(format(closed, [opened('gone', 3)])).toBe(
    'Grace Bennett decided that Sofía Demir repeats week 03',
  )
  expect(format(closed, [opened('gone', 4)])).toBe('Grace Bennett moved Sofía Demir on to week 04')
  const next: AuditReference = { kind: 'reviews', _id: 'next', week: 4, student: sofia }
  const standing = { ...opened('next', 4), mentions: [...references, next] }
  const leads = formatEntry(closed, 'UTC', [standing]).at(-1)
  expect(leads).toEqual({ name: 'week 04', to: '/admin/review-details/next' })
  expect(format(closed, [line('moved-to-week', {})])).toBe(
    'Grace Bennett closed Sofía Demir’s week 03 review',
  )
})

test('setting up the school names its first admin, if they are known', () => {
  const setUp = { before: null, after: { role: 'admin' }, call: 'POST /set-up/:id' }
  expect(format(line('person-added', { ...own, ...setUp }))).toBe(
    'Sofía Demir set up the school as its first admin',
  )
  expect(format(line('person-added', { who: null, ...setUp }))).toBe(
    'The person who set up the school added Sofía Demir as an admin',
  )
})

test('marks that replace others are a correction', () => {
  expect(format(line('marked', { ...onReview, after: { code: 40 } }))).toBe(
    'Grace Bennett corrected the marks of Sofía Demir’s week 03 review',
  )
})

test('pending tasks whose texts were erased are changed, not cleared', () => {
  const erased = { ...onReview, after: { pending_task: '…' } }
  expect(format(line('pending-tasks-saved', erased))).toBe(
    'Grace Bennett changed the pending tasks for Sofía Demir',
  )
  const cleared = { ...onReview, after: { pending_task: '[]' } }
  expect(format(line('pending-tasks-saved', cleared))).toBe(
    'Grace Bennett cleared the pending tasks for Sofía Demir',
  )
})

test('actions on oneself name nobody twice', () => {
  const session = { after: null, before: { person_id: 'sofia' } }
  expect(format(line('session-ended', { ...own, ...session }))).toBe(
    'Sofía Demir ended one of their sessions',
  )
  const taken = { after: { advisor_id: 'henrik' } }
  const henrik = { ...admin, _id: 'henrik', name: 'Henrik Lindqvist' }
  expect(format(line('advisor-given', { ...onReview, ...taken, who: henrik }))).toBe(
    'Henrik Lindqvist took over Sofía Demir’s week 03 review',
  )
  const asked = { after: { wish: 'An exam' } }
  expect(format(line('other-time-asked', { ...onReview, ...own, ...asked }))).toBe(
    'Sofía Demir asked to reschedule their week 03 review',
  )
})

test.each(Object.entries(sentences))(
  'a line of %s still reads well when all it names is gone',
  (action, [given]) => {
    const sentence = format(
      line(action as AuditAction, { ...given, id: 'gone', who: null, mentions: [] }),
    ) // As above.
    expect(sentence).toMatch(/^(The server administrator|Someone who was not signed in|Weekward) /)
    expect(sentence).not.toMatch(/null|undefined|\?|gone/)
  },
)
