import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** The person whose data is read or erased. */
export type DataSubject = { id: string; email: string }

/** SQL condition: the rows of a table that are about a person. */
type Whose = (person: DataSubject) => RawBuilder<boolean>

/** Rows that are kept of a person: how they are shown, and what erasing the person does to them. */
export type PersonalDataPart = {
  table: keyof Tables
  /** What the rows are, for the person. */
  says: string
  /** The rows that the person is shown. */
  whose: Whose
  /** Columns that are not shown: secrets, and what the server derives. */
  hidden?: readonly string[]
  /**
   * Columns that only an admin gets, who answers the person's request: what staff wrote for staff.
   */
  staffOnly?: readonly string[]
  /** What erasing does to the rows: remove them, leave them, or replace columns. */
  erase: 'delete' | 'keep' | { set: Readonly<Record<string, string | null>> }
  /** The rows that are erased, if they are more than those shown. */
  erased?: Whose
  /** The texts that stay, and why. */
  stays?: Readonly<Record<string, string>>
}

const by =
  (column: string): Whose =>
  ({ id }) =>
    sql`${sql.ref(column)} = ${id}`

const byEmail =
  (column: string): Whose =>
  ({ email }) =>
    sql`${sql.ref(column)} = ${email}`

/** Rows about a review of the student, or in a slot of the reviewer. */
const ofReviewsBy =
  (whose: 'student_id' | 'reviewer_id'): Whose =>
  ({ id }) =>
    sql`review_id in (select id from reviews where ${sql.ref(whose)} = ${id})`

const either =
  (...all: Whose[]): Whose =>
  (person) =>
    sql`(${sql.join(
      all.map((one) => one(person)),
      sql` or `,
    )})`

const ofSessions: Whose = ({ id }) =>
  sql`session_id in (select id from sessions where person_id = ${id})`

const oneOfFew = 'one of a few fixed words'

/**
 * All that is kept of a person, in an order in which rows can be removed. A test fails for a text
 * column of the schema that neither this list nor `tablesWithoutPersonalData` covers.
 */
export const personalDataParts: readonly PersonalDataPart[] = [
  {
    table: 'pushes',
    whose: ofSessions,
    erase: 'delete',
    says: 'Notifications on their way to your browsers.',
  },
  {
    table: 'push_subscriptions',
    whose: ofSessions,
    erase: 'delete',
    says: 'The browsers that you let show notifications.',
    hidden: ['endpoint', 'p256dh', 'auth'],
  },
  {
    table: 'sessions',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Where you are signed in, or were until recently.',
    hidden: ['token_hash'],
  },
  {
    table: 'api_tokens',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Your API tokens, without the tokens themselves.',
    hidden: ['token_hash'],
  },
  {
    table: 'oidc_attempts',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Your sign-ins through single sign-on that have just begun.',
    hidden: ['secret_hash'],
  },
  {
    table: 'known_networks',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Networks from which you have signed in lately, so that a lock does not keep you out.',
  },
  {
    table: 'known_browsers',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Browsers with which you have signed in, so that you are warned of an unknown one.',
    hidden: ['browser'],
  },
  {
    table: 'login_failures',
    whose: byEmail('email'),
    erase: 'delete',
    says: 'Failed logins with your email in the last minutes.',
  },
  {
    table: 'invitations',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Your open invitation.',
    hidden: ['secret_hash'],
  },
  {
    table: 'password_resets',
    whose: by('person_id'),
    erase: 'delete',
    says: 'An open link to a new password.',
    hidden: ['secret_hash'],
  },
  {
    table: 'forgotten_passwords',
    whose: byEmail('email'),
    erase: 'delete',
    says: 'Requests for a new password in the last hour.',
  },
  {
    table: 'email_changes',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Changes of your email address that are open or can be taken back.',
    hidden: ['secret_hash'],
  },
  {
    table: 'ended_passwords',
    whose: by('person_id'),
    erase: 'delete',
    says: 'That an old password may not be used again.',
    hidden: ['password_hash'],
  },
  {
    table: 'second_factors',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Your second factor.',
    hidden: ['secret', 'last_step'],
  },
  {
    table: 'recovery_codes',
    whose: by('person_id'),
    erase: 'delete',
    says: 'Your recovery codes that are left, one line each, without the codes.',
    hidden: ['code_hash'],
  },
  {
    table: 'calendar_feeds',
    whose: by('person_id'),
    erase: 'delete',
    says: 'The address at which your calendar reads your reviews.',
    hidden: ['secret_hash'],
  },
  {
    table: 'notification_settings',
    whose: by('person_id'),
    erase: 'delete',
    says: 'How you want to be notified.',
  },
  {
    table: 'weekly_summaries',
    whose: by('person_id'),
    erase: 'delete',
    says: 'The last week of which you were emailed a summary.',
  },
  {
    table: 'notifications',
    whose: by('person_id'),
    erase: 'delete',
    says: 'What you were notified of.',
    erased: either(by('person_id'), ofReviewsBy('student_id')),
    hidden: ['dedupe_key'],
  },
  {
    table: 'outbox',
    whose: either(by('person_id'), byEmail('recipient')),
    erase: 'delete',
    says: 'Emails to you. Their texts are removed once they are sent.',
    hidden: ['body'],
  },
  {
    table: 'chat_lines',
    whose: by('person_id'),
    erase: 'delete',
    says: 'What you wrote in the chat of calls.',
    erased: either(by('person_id'), ofReviewsBy('student_id')),
  },
  {
    table: 'call_events',
    whose: by('person_id'),
    erase: 'delete',
    says: 'When you joined and left the room of a call.',
  },
  {
    table: 'call_participants',
    whose: by('person_id'),
    erase: 'delete',
    says: 'How often you joined the room of a call.',
  },
  {
    table: 'call_presence',
    whose: ofReviewsBy('student_id'),
    erase: 'keep',
    says: 'How long you and your reviewer were in a call together.',
    stays: { here: 'ids of people alone' },
  },
  {
    table: 'review_drafts',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'Marks and tasks that you typed for a review and did not submit.',
    erased: either(by('reviewer_id'), ofReviewsBy('student_id')),
  },
  {
    table: 'reschedule_request_slots',
    whose: ofReviewsBy('student_id'),
    erase: 'delete',
    says: 'The times that you proposed instead of a booked one.',
  },
  {
    table: 'reschedule_requests',
    whose: ofReviewsBy('student_id'),
    erase: 'delete',
    says: 'Your requests for another time, with the reason, and why one was declined.',
  },
  {
    table: 'review_history',
    whose: by('person_id'),
    erase: { set: { reason: null } },
    says: 'What you did with reviews: booked, moved, cancelled, marked, decided.',
    erased: either(by('person_id'), ofReviewsBy('student_id')),
    stays: { what: oneOfFew, who: oneOfFew, requested_slots: 'ids and instants alone' },
  },
  {
    table: 'no_shows',
    whose: ofReviewsBy('student_id'),
    erase: 'keep',
    says: 'Reviews to which you or your reviewer did not come.',
    stays: { who: oneOfFew },
  },
  {
    table: 'work',
    whose: ofReviewsBy('student_id'),
    erase: 'delete',
    says: 'Your work on each week: ticked tasks, links, and your note.',
  },
  {
    table: 'feedback',
    whose: ofReviewsBy('student_id'),
    erase: 'delete',
    says: 'Feedback on your reviews, and your replies. An admin can also give you the notes that staff wrote for each other.',
    staffOnly: ['note'],
  },
  {
    table: 'feedback_phrases',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'Your own phrases for feedback.',
  },
  {
    table: 'rubric_assessments',
    whose: ofReviewsBy('student_id'),
    erase: 'keep',
    says: 'The points that each of your reviews was given by your domain’s rubric.',
    stays: { criteria: 'the school’s own texts, with points' },
  },
  {
    table: 'reviews',
    whose: by('student_id'),
    erase: { set: { pending_task: '[]' } },
    says: 'Your reviews as a student, with marks. Instants are in UTC.',
    hidden: ['freed_slot_id'],
    stays: {
      status: oneOfFew,
      week_status: oneOfFew,
      seminar: oneOfFew,
      progress: oneOfFew,
      typing: oneOfFew,
    },
  },
  {
    table: 'slots',
    whose: by('reviewer_id'),
    erase: 'keep',
    says: 'The slots that you published as a reviewer.',
  },
  {
    table: 'removed_slots',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'Times of your availability that you removed by hand.',
  },
  {
    table: 'private_calendars',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'Your own calendar, whose busy times keep slots from being booked, without its address.',
    hidden: ['url', 'etag'],
  },
  {
    table: 'busy_times',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'The busy times of your own calendar, without what they are.',
  },
  {
    table: 'absences',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'When you were away as a reviewer, and why.',
  },
  {
    table: 'availability_blocks',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'The weekly hours from which your slots are made.',
  },
  {
    table: 'availabilities',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'How slots are made from your weekly hours.',
  },
  {
    table: 'reviewer_domains',
    whose: by('reviewer_id'),
    erase: 'delete',
    says: 'The domains that you review.',
  },
  {
    table: 'imports',
    whose: by('person_id'),
    erase: 'keep',
    says: 'The lists of people that you imported as an admin: when, and how many people.',
    stays: { role: oneOfFew },
  },
  {
    table: 'advisor_settings',
    whose: by('advisor_id'),
    erase: 'delete',
    says: 'Whether your students’ lost slots are replaced automatically.',
  },
  {
    table: 'audit_log',
    says: 'What you changed, when and from which address.',
    whose: by('person_id'),
    // What a change was about may be somebody else's.
    hidden: ['before', 'after', 'subject_id'],
    erase: { set: { address: '', token_name: null } },
    stays: {
      call: 'a method and a path',
      kind: oneOfFew,
      request_id: 'an id',
      before: 'masked by `maskAuditLog`',
      after: 'masked by `maskAuditLog`',
    },
  },
  {
    table: 'people',
    says: 'Your account and your profile. Instants are in UTC.',
    whose: by('id'),
    hidden: ['password_hash', 'search_key', 'sort_key'],
    // Name, email and the keys made of them become those of the stub.
    erase: {
      set: {
        password_hash: null,
        number: null,
        gender: null,
        qualification: null,
        address: null,
        dob: null,
        age: null,
        import_id: null,
        first_advisor_id: null,
        // A pause has a reason, so it goes with it.
        paused_at: null,
        paused_until: null,
        pause_reason: null,
        finish_reason: null,
      },
    },
    stays: {
      role: oneOfFew,
      outcome: oneOfFew,
      name: 'of the stub',
      email: 'of the stub',
      search_key: 'of the stub',
      sort_key: 'of the stub',
    },
  },
]

/** Tables that hold nothing of a single person, and why. */
export const tablesWithoutPersonalData: Readonly<Record<string, string>> = {
  second_factor_roles: 'roles alone',
  erasing: 'empty but in the transaction that erases a person',
  set_up_links: 'there is nobody yet',
  domains: 'courses',
  tasks: 'courses',
  reminders: 'ids of reviews, with a fixed word',
  daily_notifications: 'ids and days',
  retention: 'dates',
  idempotency_keys: 'replies of a day, encrypted with the caller’s token',
  webhooks: 'addresses of other systems',
  webhook_deliveries:
    'events of a month; those that name the person are removed by `eraseNameReferences`',
  facts: 'keys of the server',
  school_settings: 'the school’s own',
  kysely_migration: 'migrations',
  kysely_migration_lock: 'migrations',
  socket_io_attachments: 'half a minute of live events, which hold ids',
}
