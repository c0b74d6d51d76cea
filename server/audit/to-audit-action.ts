import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import type { AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'

type Line = Pick<AuditEntry, 'call' | 'before' | 'after'>
type Row = NonNullable<AuditEntry['after']>
/** An entry for a row that existed before and after. */
type Change = { call: string; before: Row; after: Row }

/** Derives the action that an entry of the audit log stands for. */
export function toAuditAction(kind: AuditKind, line: Line): AuditAction {
  return actionOn[kind](line)
}

const actionOn: Record<AuditKind, (line: Line) => AuditAction> = {
  people: actionOnPerson,
  sessions: actionOnSession,
  domains: actionOnDomain,
  tasks: actionOnTask,
  slots: byRowChange('slot-added', 'slot-changed', 'slot-removed'),
  reviews: actionOnReview,
  second_factor_roles: () => 'second-factor-required',
  locks: () => 'network-lock-ended',
  mails: actionOnMail,
  webhooks: actionOnWebhook,
  school: ({ call }) => (call.includes('/set-up/') ? 'school-set-up' : 'school-settings-saved'),
}

function byRowChange(added: AuditAction, changed: AuditAction, removed: AuditAction) {
  return ({ before, after }: Line): AuditAction => {
    if (before === null) return added
    return after === null ? removed : changed
  }
}

function actionOnDomain(line: Line): AuditAction {
  if (line.before && line.after && 'rubric' in line.after) return 'rubric-saved'
  if (line.before && line.after && 'archived_at' in line.after && !('name' in line.after)) {
    return line.after.archived_at === null ? 'domain-restored' : 'domain-archived'
  }
  return byRowChange('domain-added', 'domain-changed', 'domain-removed')(line)
}

function actionOnTask(line: Line): AuditAction {
  const columns = line.before && line.after && Object.keys(line.after)
  if (columns?.join() === 'week') return 'task-moved'
  return byRowChange('task-added', 'task-changed', 'task-removed')(line)
}

function actionOnPerson({ call, before, after }: Line): AuditAction {
  if (after === null) return 'invitation-revoked'
  if (before === null) {
    if ('invitation' in after) return 'invited-again'
    if ('sessions' in after) return 'sessions-ended'
    return 'recovery_codes_left' in after ? 'recovery-codes-made' : 'person-added'
  }
  return findFirstMatch(actionsOnPerson, { call, before, after }) ?? 'profile-changed'
}

const noticesChosen = (): AuditAction => 'notice-settings-saved'
const availabilitySaved = (): AuditAction => 'availability-saved'

/** Actions by the column that identifies them; the first match counts. */
const actionsOnPerson: Record<string, (change: Change) => AuditAction> = {
  erased_at: () => 'person-erased',
  role: () => 'role-changed',
  // Admins join with their password and have no profile.
  verified_at: ({ call }) =>
    call.includes('/set-password') ? 'password-chosen' : 'profile-completed',
  blocked_at: ({ after }) => (after.blocked_at === null ? 'unblocked' : 'blocked'),
  finished_at: ({ after }) => (after.finished_at === null ? 'reopened' : 'finished'),
  paused_at: ({ after }) => (after.paused_at === null ? 'resumed' : 'paused'),
  password_hash: passwordAction,
  wanted_email: () => 'email-change-asked',
  email: ({ call }) => (call.includes('/undo-email') ? 'email-taken-back' : 'email-changed'),
  week: () => 'moved-to-week',
  second_factor: ({ after }) => {
    if (after.second_factor === 'on') return 'second-factor-on'
    return after.second_factor === 'off' ? 'second-factor-off' : 'second-factor-begun'
  },
  recovery_codes_left: () => 'recovery-codes-made',
  link_to_a_new_password: () => 'password-link-made',
  calendar_link: () => 'calendar-link-made',
  private_calendar: ({ after }) =>
    after.private_calendar === null ? 'own-calendar-removed' : 'own-calendar-added',
  api_token: ({ after }) => (after.api_token === null ? 'api-token-revoked' : 'api-token-created'),
  login_lock: () => 'login-lock-ended',
  absence: ({ after }) => (after.absence === null ? 'absence-withdrawn' : 'absence-added'),
  move_by_itself: () => 'moving-by-itself-set',
  phrases: () => 'phrases-saved',
  reminded_of: () => 'person-reminded',
  availability: availabilitySaved,
  buffer: availabilitySaved,
  told_by: noticesChosen,
  quiet_hours: noticesChosen,
  summary_weekday: noticesChosen,
  zone: noticesChosen,
  most_a_day: availabilitySaved,
  notice: availabilitySaved,
}

function passwordAction({ call, before, after }: Change): AuditAction {
  if (after.password_hash === null) return 'password-withdrawn'
  if (before.password_hash === null || call.includes('/set-password')) return 'password-chosen'
  return call.includes('/reset-password') ? 'password-reset' : 'password-changed'
}

function actionOnSession({ call, before, after }: Line): AuditAction {
  if (before === null) return 'signed-in'
  if (after !== null) return 'session-renewed'
  return call.endsWith('/logout') ? 'signed-out' : 'session-ended'
}

function actionOnReview({ call, before, after }: Line): AuditAction {
  if (before === null) return 'review-opened'
  if (after === null) return 'review-removed'
  return findFirstMatch(actionsOnReview, { call, before, after }) ?? 'review-changed'
}

const marked = (): AuditAction => 'marked'
const ticked = (): AuditAction => 'task-status-saved'
const feedbackSaved = (): AuditAction => 'feedback-saved'

/** The calls that give a review its slot back. */
const isUndo = /\/(undo-change|undo-block-\w+|(resume|reopen)-student|withdraw-absence)$/

const actionsOnReview: Record<string, (change: Change) => AuditAction> = {
  closed_at: ({ call, after }) => {
    if (after.closed_at !== null) return 'review-closed'
    return /\/(reopen|change-many)-student$/.test(call) ? 'review-reopened' : 'decision-undone'
  },
  slot_id: ({ call, before, after }) => {
    if (isUndo.test(call)) return 'change-undone'
    // Of several people, a slot is only ever given back.
    if (call.includes('/change-many-') && before.slot_id === null) return 'change-undone'
    if (call.endsWith('/no-show')) return 'no-show-noted'
    if (after.lost_starts_at) return 'slot-lost'
    if (before.slot_id === null) return 'slot-booked'
    return after.slot_id === null ? 'booking-ended' : 'booking-moved'
  },
  code: marked,
  theory: marked,
  week_status: marked,
  status: marked,
  rubric: marked,
  feedback: feedbackSaved,
  note: feedbackSaved,
  feedback_reply: () => 'feedback-replied',
  pending_task: () => 'pending-tasks-saved',
  due_at: () => 'due-date-renewed',
  seminar: ticked,
  progress: ticked,
  typing: ticked,
  ready_at: () => 'ready-saved',
  wish: ({ call, after }) => {
    if (after.wish !== null) return 'other-time-asked'
    return call.endsWith('/decline-wish') ? 'wish-declined' : 'wish-withdrawn'
  },
  wished_slots: () => 'other-time-asked',
  advisor_id: () => 'advisor-given',
}

function actionOnMail({ before, after }: Line): AuditAction {
  if (before !== null) return 'mail-hurried'
  return after?.kind === 'test' ? 'test-mail-sent' : 'mail-sent-anew'
}

function actionOnWebhook(line: Line): AuditAction {
  const { before, after } = line
  if (after && 'sent' in after) {
    return after.sent === 'webhook.test' ? 'webhook-tested' : 'webhook-event-sent-again'
  }
  if (before && after && 'off_at' in after) {
    return after.off_at === null ? 'webhook-switched-on' : 'webhook-switched-off'
  }
  if (before && after && 'secret_rolled_at' in after) return 'webhook-secret-rolled'
  return byRowChange('webhook-added', 'webhook-changed', 'webhook-removed')(line)
}

function findFirstMatch(actions: Record<string, (change: Change) => AuditAction>, change: Change) {
  const column = Object.keys(actions).find((name) => name in change.after)
  return column === undefined ? undefined : actions[column]?.(change)
}
