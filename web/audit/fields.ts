import type { AuditEntry, AuditReference } from '#contract/audit/audit.ts'
import { formatScopes } from '#contract/kit/api-tokens/format-scopes.ts'
import type { AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { formatInstant } from './sentence-parts.ts'

/** The label of each column, by the kind of row. */
export const fieldLabels: Record<AuditKind, Record<string, string>> = {
  people: {
    role: 'Role',
    name: 'Name',
    email: 'Email',
    password_hash: 'Password',
    verified_at: 'Verified',
    blocked_at: 'Blocked',
    paused_at: 'Paused',
    paused_until: 'Paused until',
    pause_reason: 'Reason for the pause',
    finished_at: 'Finished',
    outcome: 'Outcome',
    finish_reason: 'Reason for finishing',
    erased_at: 'Erased',
    number: 'Mobile number',
    gender: 'Gender',
    qualification: 'Educational qualification',
    address: 'Address',
    dob: 'Date of birth',
    age: 'Age',
    domain_id: 'Domain',
    domains: 'Domains',
    week: 'Week',
    created_at: 'Added',
    invited_at: 'Last invited',
    first_advisor_id: 'First advisor',
    invitation: 'Invitation',
    link_to_a_new_password: 'Password link',
    calendar_link: 'Calendar link',
    private_calendar: 'Own calendar',
    api_token: 'API token',
    api_token_scopes: 'API token’s access',
    api_token_expires_at: 'API token’s last day',
    wanted_email: 'Requested email address',
    login_lock: 'Login lock',
    second_factor: 'Second factor',
    recovery_codes_left: 'Recovery codes left',
    sessions: 'Signed out of',
    availability: 'Availability',
    buffer: 'Break between reviews in minutes',
    most_a_day: 'Maximum reviews per day',
    notice: 'Minimum notice in minutes',
    absence: 'Absence',
    move_by_itself: 'When a review loses its slot',
    reminded_of: 'Reminded of',
    told_by: 'Notifications',
    quiet_hours: 'Quiet hours',
    summary_weekday: 'Day of the weekly summary',
    zone: 'Time zone',
    phrases: 'Phrases',
  },
  sessions: {
    token_hash: 'Key',
    person_id: 'Person',
    created_at: 'Started',
    used_at: 'Last used',
    user_agent: 'Browser',
    address: 'IP address',
    signed_in_by: 'Signed in by',
  },
  domains: {
    name: 'Domain name',
    created_at: 'Added',
    archived_at: 'Archived',
    last_week: 'Last week of the course',
    rubric: 'Rubric',
  },
  tasks: {
    domain_id: 'Domain',
    week: 'Week number',
    personal_development: 'Personal development workouts',
    technical: 'Technical workouts',
    miscellaneous: 'Miscellaneous workouts',
    created_at: 'Added',
  },
  slots: {
    reviewer_id: 'Reviewer',
    starts_at: 'Starting time',
    ends_at: 'Ending time',
    is_generated: 'From weekly availability',
    // The column's former name, in older lines.
    is_made: 'From weekly availability',
  },
  reviews: {
    student_id: 'Student',
    advisor_id: 'Advisor',
    week: 'Week',
    status: 'Status',
    due_at: 'Due',
    slot_id: 'Slot',
    follows_id: 'Previous review',
    closed_at: 'Closed',
    wish: 'Reschedule request',
    wished_slots: 'Suggested slots',
    lost_starts_at: 'Lost slot',
    lost_reviewer_id: 'Reviewer of the lost slot',
    code: 'Code mark',
    theory: 'Theory mark',
    week_status: 'Week status',
    rubric: 'Rubric',
    pending_task: 'Pending tasks',
    seminar: 'Seminar Video',
    progress: 'Progress Video',
    typing: 'Typing',
    feedback: 'Feedback',
    note: 'Note for staff',
    feedback_reply: 'Reply to the feedback',
    ready_at: 'Ready',
    created_at: 'Opened',
  },
  second_factor_roles: { roles: 'Required for', role: 'Role' },
  locks: { email: 'Account', network: 'Network' },
  mails: { kind: 'Kind', recipient: 'To', due_at: 'Next try' },
  webhooks: {
    url: 'Address',
    events: 'Events',
    secret: 'Secret',
    secret_rolled_at: 'New secret since',
    created_at: 'Added',
    off_at: 'Off since',
    off_reason: 'Reason it is off',
    sent: 'Event',
    event_id: 'Event ID',
  },
  school: {
    name: 'Name',
    logo: 'Logo',
    time_zone: 'Time zone',
    language: 'Sorting language',
    phone_numbers: 'Phone numbers',
    mail_from: 'Sender address',
    bookable_days: 'Booking window in days',
    plan_earliest_days: 'Earliest planning in days before the due date',
    plan_notice_hours: 'Minimum notice of planned reviews in hours',
    holidays: 'Holidays',
    mail_server: 'Mail server',
    mail_user: 'Mail server user',
    mail_secret: 'Mail server password',
  },
}

/** A column's label; derived from its name for columns that this page does not know. */
export function getFieldLabel(kind: AuditKind, column: string): string {
  const known = fieldLabels[kind][column]
  if (known !== undefined) return known
  const words = column.replace(/_(id|at|hash)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The changed columns that have a value: label, old value and new value. */
export function getChangedFields(
  line: Pick<AuditEntry, 'about' | 'at' | 'before' | 'after' | 'mentions'>,
  timeZone: string,
): { name: string; old: string; now: string }[] {
  const { about, before, after, mentions } = line
  const done = Date.parse(line.at)
  const columns = Object.keys(after ?? before ?? {}).filter((column) => column !== 'id')
  const inWords = (column: string, row: AuditEntry['after']) =>
    formatFieldValue(column, row?.[column], { references: mentions, done, timeZone })
  return columns
    .map((column) => ({
      name: getFieldLabel(about.kind, column),
      old: inWords(column, before),
      now: inWords(column, after),
    }))
    .filter(({ old, now }) => old !== nothing || now !== nothing)
}

const nothing = 'nothing'
const gone = 'no longer there'
/** Stored in place of secret values, and of an erased person's texts. */
export const secret = '…'

type ValueContext = { references: AuditReference[]; done: number; timeZone: string }

function formatFieldValue(column: string, value: unknown, context: ValueContext): string {
  const { references, done, timeZone } = context
  if (value === null || value === undefined || value === '') return nothing
  if (value === secret) return 'kept secret'
  if (column.endsWith('_id')) {
    const found = references.find(({ _id }) => _id === value)
    return found ? formatReference(found, context) : gone
  }
  if (column.endsWith('_at') && typeof value === 'number') {
    return formatInstant(value, done, timeZone)
  }
  if (column === 'api_token_scopes') return formatScopes(String(value).split(', '))
  const isList = typeof value === 'string' && value.startsWith('[') && isLines(value)
  const said = isList ? parseTextList(value).join('; ') || nothing : String(value)
  return hasDates.has(column) ? withDates(said, getDateInZone(done, timeZone)) : said
}

const hasDates = new Set(['absence', 'availability', 'dob', 'paused_until'])

/** Formats dates (YYYY-MM-DD) as in lists, except within a reason, which is user-written. */
function withDates(said: string, today: string): string {
  const [facts = '', ...reason] = said.split(': ')
  const inWords = facts.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => formatListDate(date, today))
  return [inWords, ...reason].join(': ')
}

function formatReference(reference: AuditReference, { done, timeZone }: ValueContext): string {
  if (reference.kind === 'slots') {
    return `${formatInstant(Date.parse(reference.startsAt), done, timeZone)}, ${reference.reviewer.name}`
  }
  if (reference.kind === 'reviews')
    return `${reference.student.name}’s week ${formatWeekNumber(reference.week)} review`
  return reference.kind === 'tasks'
    ? `Week ${formatWeekNumber(reference.week)} of ${reference.domain.name}`
    : reference.name
}

const isLines = (json: string) => parsed(json) !== undefined

/** The lines of a text list, which is stored as JSON; empty for anything else. */
export function parseTextList(json: unknown): string[] {
  return (typeof json === 'string' && parsed(json)) || []
}

function parsed(json: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}
