import type { TrailKind } from '../kit/trail-kind.ts'

/** What can be done with a thing of each kind, as a line of the trail tells it. */
const deedsOf = {
  people: [
    'person-added',
    'invited-again',
    'password-chosen',
    'password-withdrawn',
    'password-changed',
    'password-reset',
    'password-link-made',
    'profile-completed',
    'profile-changed',
    'moved-to-week',
    'blocked',
    'unblocked',
    'login-lock-ended',
    'second-factor-begun',
    'second-factor-on',
    'second-factor-off',
    'recovery-codes-made',
  ],
  sessions: ['signed-in', 'signed-out', 'session-ended', 'session-renewed'],
  domains: ['domain-added', 'domain-changed', 'domain-removed'],
  tasks: ['task-added', 'task-changed', 'task-removed'],
  slots: ['slot-added', 'slot-changed', 'slot-removed'],
  reviews: [
    'review-opened',
    'advisor-given',
    'slot-booked',
    'booking-moved',
    'booking-ended',
    'no-show-noted',
    'slot-lost',
    'other-time-asked',
    'wish-withdrawn',
    'change-undone',
    'marked',
    'pending-tasks-saved',
    'task-status-saved',
    'review-closed',
    'decision-undone',
    'review-changed',
    'review-removed',
  ],
  second_factor_roles: ['second-factor-required'],
  locks: ['network-lock-ended'],
  mails: ['test-mail-sent', 'mail-sent-anew', 'mail-hurried'],
} as const satisfies Record<TrailKind, readonly string[]>

export const deeds = Object.values(deedsOf).flat()
export type Deed = (typeof deeds)[number]
