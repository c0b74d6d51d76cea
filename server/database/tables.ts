import type { ColumnType } from 'kysely'
import type { Absent, HistoryWhat } from '#contract/kit/history-what.ts'
import type { MailKind } from '#contract/kit/mail-kind.ts'
import type { MoveByItself } from '#contract/kit/move-by-itself.ts'
import type { NoticeKind, ReminderKind } from '#contract/kit/notice-kind.ts'
import type { TrailKind } from '#contract/kit/trail-kind.ts'
import type { Role } from '#contract/roles.ts'

/**
 * The tables, as both databases hold them. Instants are milliseconds since 1970, lists of text are
 * JSON, and what is true since some moment is that moment (or null), so that no column needs a
 * type that only one of the databases has.
 */
export type Tables = {
  people: {
    id: string
    role: Role
    name: string
    email: string
    /** Name and email in lower case: what a search looks in and a list is ordered by. */
    search_key: string
    password_hash: string | null
    verified_at: number | null
    blocked_at: number | null
    number: string | null
    gender: string | null
    qualification: string | null
    address: string | null
    dob: string | null
    age: number | null
    domain_id: string | null
    week: number | null
    created_at: number
  }
  reviewer_domains: { reviewer_id: string; domain_id: string }
  sessions: {
    token_hash: string
    /** By which its owner names it: the token itself is told once and its hash never. */
    id: string
    person_id: string
    created_at: number
    used_at: number
    /** As the browser names itself, and where it was when the session began. */
    user_agent: string | null
    address: string | null
  }
  login_failures: { id: string; email: string; address: string; failed_at: number }
  /** Where a person has signed in from, and when last: outlives the sessions. */
  known_networks: { person_id: string; network: string; signed_in_at: number }
  invitations: { person_id: string; secret_hash: string; expires_at: number }
  password_resets: {
    person_id: string
    secret_hash: string
    expires_at: number
    /** When it was made for whoever asked at the login; null for one that the school has made. */
    asked_at_login: number | null
  }
  /** By which address somebody's own calendar reads their reviews; made at an instant. */
  calendar_feeds: { person_id: string; secret_hash: string; made_at: number }
  /** Who has asked for a new password at a login, whether or not there is such a person. */
  forgotten_passwords: {
    id: string
    role: Role
    email: string
    /** From where, and with which call: for the trail. */
    address: string
    request_id: string
    asked_at: number
    /** When it was looked up who that is; null until then. */
    answered_at: number | null
  }
  /** Changes of an email: asked for by its owner, and then for a week to be taken back. */
  email_changes: {
    id: string
    person_id: string
    old_email: string
    new_email: string
    /** Of the link that confirms it; once it is confirmed, of the one that takes it back. */
    secret_hash: string
    expires_at: number
    /** Null until it is confirmed. */
    changed_at: number | null
  }
  second_factors: {
    person_id: string
    /** The key that the authenticator app shares, in base 32: it must be readable to be of use. */
    secret: string
    /** Null while it is being set up: it counts from its first right code on. */
    confirmed_at: number | null
    /** The time step of the last code that was taken: no code is taken twice. */
    last_step: number
    created_at: number
  }
  recovery_codes: { person_id: string; code_hash: string }
  /** The roles that must have a second factor. */
  second_factor_roles: { role: Role }
  domains: { id: string; name: string; name_key: string; created_at: number }
  tasks: {
    id: string
    domain_id: string
    week: number
    personal_development: string
    technical: string
    miscellaneous: string
    created_at: number
  }
  slots: {
    id: string
    reviewer_id: string
    starts_at: number
    ends_at: number
    /** 1 when it was made from the reviewer's availability, which also removes it again. */
    is_made: ColumnType<number, number | undefined>
  }
  reviews: {
    id: string
    student_id: string
    advisor_id: string | null
    week: number
    status: string
    due_at: number
    slot_id: string | null
    /** The slot's reviewer and beginning: the database copies them, for the order of lists. */
    reviewer_id: ColumnType<string | null, undefined, undefined>
    held_at: ColumnType<number | null, undefined, undefined>
    /** The review that this one follows: each can be followed once. */
    follows_id: string | null
    closed_at: number | null
    /** When the present slot was booked, or the one that was freed as it was closed. */
    booked_at: ColumnType<number | null, number | null | undefined>
    /** When its first marks were saved. */
    marked_at: ColumnType<number | null, number | null | undefined>
    /** The slot that was freed as it was closed; it may be taken or gone by now. */
    freed_slot_id: ColumnType<string | null, undefined, string | null>
    /** The slot that it lost, until it is booked again; both are null where it lost none. */
    lost_starts_at: ColumnType<number | null, number | null | undefined, number | null>
    lost_reviewer_id: ColumnType<string | null, string | null | undefined, string | null>
    code: number
    theory: number
    week_status: string
    pending_task: string
    seminar: string
    progress: string
    typing: string
    created_at: number
  }
  /** What became of a review's plans: only ever added to, and gone with the review alone. */
  review_history: {
    id: string
    review_id: string
    at: number
    what: HistoryWhat
    /** Who did it; null where that is not known any more. */
    person_id: string | null
    /** Who did not come. */
    who: Absent | null
    reason: string | null
    /** The slot that was given up: its id leads nowhere once it is gone. */
    from_slot_id: string | null
    from_starts_at: number | null
    from_reviewer_id: string | null
    to_slot_id: string | null
    to_starts_at: number | null
    to_reviewer_id: string | null
    /** The line that this one takes back. */
    undoes_id: string | null
    /** When the slot that was given up ended, if it went with that: an undo makes it again. */
    gone_ends_at: number | null
  }
  /** A student asks for another time: it stands until it is ended, the next one takes its place. */
  wishes: {
    review_id: string
    reason: string
    asked_at: number
    ended_at: number | null
    /** Why the advisor keeps the time, until plans change or the student asks again. */
    declined_reason: string | null
  }
  wish_slots: { review_id: string; slot_id: string; place: number }
  /** The slots that were used up as somebody did not come. */
  no_shows: { slot_id: string; review_id: string; who: Absent; at: number }
  /** What an advisor has set; without a row it is asked first. */
  advisor_settings: { advisor_id: string; move_by_itself: MoveByItself }
  /** Between reviews, at most on a day (null: any number), and before a slot begins; minutes. */
  availabilities: {
    reviewer_id: string
    buffer: number
    most_a_day: number | null
    notice: number
    saved_at: number
  }
  /** A span of a weekday (1: Monday) that is cut into slots, by the school's clock and calendar. */
  availability_blocks: {
    id: string
    reviewer_id: string
    weekday: number
    time_from: string
    time_to: string
    review_time: number
    every_weeks: number
    since: string
    until: string | null
  }
  /** Dates of the school's zone, both included. */
  absences: {
    id: string
    reviewer_id: string
    date_from: string
    date_to: string
    reason: string
    created_at: number
  }
  /** Made slots that were removed by hand: they are not made again. */
  removed_slots: { reviewer_id: string; starts_at: number }
  /** Counts how often each has come into a call's room: the newest of their sockets holds the seat. */
  call_seats: { review_id: string; person_id: string; turn: number }
  call_events: {
    id: string
    review_id: string
    person_id: string
    kind: string
    reason: string | null
    at: number
    /** How many it stands for: the last of them is told, and when the first was (null: only one). */
    times: number
    first_at: number | null
  }
  /** Who is in a call's room, as a list of ids, and for how long both were there. */
  call_presence: {
    review_id: string
    here: string
    last_at: number
    /** When the slot of these sums begins: what is long before it is in `early_ms`. */
    held_at: number
    together_ms: number
    early_ms: number
    /** When both were there first in the time of that slot. */
    met_at: number | null
  }
  chat_lines: { id: string; review_id: string; person_id: string; text: string; at: number }
  /** What a reviewer has typed and not submitted, as JSON; a part that was submitted is null. */
  review_drafts: {
    review_id: string
    mark: string | null
    pending_task: string | null
    saved_at: number
  }
  /** What people were told: never twice of one matter. `facts` is JSON, by the kind's own schema. */
  notices: {
    id: string
    person_id: string
    kind: NoticeKind
    matter: string
    review_id: string | null
    facts: string
    at: number
    /** 1 where it is told on the page. */
    on_page: number
    read_at: number | null
    /** When it is to be mailed, and pushed to browsers; null where that is not wanted, or done. */
    mail_due_at: number | null
    push_due_at: number | null
  }
  /** What somebody has chosen of how they are told; without a row all is as it is at first. */
  notice_settings: {
    person_id: string
    /** JSON: of the kinds whose ways are others than at first, these. */
    channels: string
    /** HH:MM on the person's own clock; both are null where they have no quiet hours. */
    quiet_from: string | null
    quiet_to: string | null
    /** From 1 (Monday); null where no summary is wanted. */
    summary_weekday: number | null
    /** Null for the school's. */
    zone: string | null
  }
  /** The browsers that are notified, each for as long as there is the session of whoever is in it. */
  push_subscriptions: {
    session_id: string
    /** Where its push service takes messages; whoever knows that can send to it. */
    endpoint: string
    /** The browser's public key, and a secret between it and us (RFC 8291). */
    p256dh: string
    auth: string
    created_at: number
  }
  /** Notices that are on their way to browsers: a row goes once it is taken, or given up. */
  pushes: {
    notice_id: string
    session_id: string
    attempts: number
    /** When it is tried next; while it is being tried, when another process may. */
    due_at: number
  }
  /** What is to be told when it is due, of the slot that a review has: gone with that, or once told. */
  reminders: { review_id: string; kind: ReminderKind; starts_at: number; due_at: number }
  /** What was told of a matter on a day of the school's zone: once, whoever tells it. */
  told_days: { kind: NoticeKind; about: string; day: string; at: number }
  /** The Monday of the last week of which a person was mailed a summary. */
  weekly_summaries: { person_id: string; week: string }
  /** What the browsers that a person has signed in with call themselves, or 'unknown'. */
  known_browsers: { person_id: string; browser: string }
  outbox: {
    id: string
    recipient: string
    subject: string
    /** Holds the invitation's link, so it is emptied as soon as the mail is away. */
    body: string
    /** What it is for, and for whom; null for mails of an older version, and for nobody we know. */
    kind: MailKind | null
    person_id: string | null
    created_at: number
    sent_at: number | null
    attempts: number
    /** When it is tried next; while it is being tried, when another process may. */
    due_at: number
    /** Until then whoever tries it keeps it for themselves; null while nobody does. */
    claimed_until: number | null
    /** Why the last try failed. */
    last_error: string | null
    /** When it was given up: it is tried no more. */
    failed_at: number | null
    /** When it became of no use before it was sent: a newer one stands in its place. */
    dropped_at: number | null
    /** What the mail server said when it took it. */
    answer: string | null
    /** From then on it is not sent any more; null where it is of use whenever it comes. */
    good_until: number | null
  }
  /** Who changed what: only ever added to. `before` and `after` are JSON of what differs. */
  trail: {
    id: string
    at: number
    person_id: string | null
    call: string
    address: string
    request_id: string
    kind: TrailKind
    subject_id: string
    before: string | null
    after: string | null
  }
  /** What calls with an Idempotency-Key were answered; null only within the call itself. */
  kept_replies: { id: string; fingerprint: string; reply: string | null; created_at: number }
  /** Up to which instant old lines of a table may be deleted. */
  retention: { name: 'trail'; deleted_until: number }
  /** What the school has set of itself, in one row; null for what is as usual. */
  school_settings: {
    id: 1
    /** Counts the changes: whoever has read an older one reads anew. */
    version: number
    name: string | null
    /** The picture's bytes, in base64. */
    logo: string | null
    time_zone: string | null
    /** Holds the mail server's password. */
    smtp_url: string | null
    /** An address alone. */
    mail_from: string | null
  }
  /** By which links a school that has nobody yet can be set up, by the hashes of their secrets. */
  set_up_links: { secret_hash: string; expires_at: number }
  /** Single facts about this database, such as that it was filled with demo data. */
  facts: { name: string; value: string }
}

/**
 * Columns that are made from others, here or by the database, or hold when something was noted, and
 * say nothing by themselves.
 */
export const derivedColumns: { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] } = {
  people: ['search_key'],
  domains: ['name_key'],
  reviews: ['reviewer_id', 'held_at', 'freed_slot_id', 'booked_at', 'marked_at'],
}
