import type { ColumnType } from 'kysely'
import type { HistoryKind, NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { RebookingOption } from '#contract/kit/rebooking-policy.ts'

export type ReviewTables = {
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
    /**
     * Which time in a row its week is tried, from 1, and whether the review before it was critical
     * (1 or 0): the database notes both.
     */
    tries: ColumnType<number, undefined, undefined>
    follows_critical: ColumnType<number, undefined, undefined>
    /**
     * Whether (1 or 0) theory fell three times in a row up to its last marks: the database notes
     * it.
     */
    theory_falling: ColumnType<number, undefined, undefined>
    /** How long both were in the call of a marked review, in its slot: the database notes it. */
    held_ms: ColumnType<number | null, undefined, undefined>
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
    what: HistoryKind
    /** Who did it; null where that is not known any more. */
    person_id: string | null
    /** Who did not come. */
    who: NoShowRole | null
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
    /** The slots that a student requested, as a JSON list; null in older lines and all others. */
    requested_slots: string | null
  }
  /** A student asks for another time: it stands until it is ended, the next one takes its place. */
  reschedule_requests: {
    review_id: string
    reason: string
    asked_at: number
    ended_at: number | null
    /** Why the advisor keeps the time, until plans change or the student asks again. */
    declined_reason: string | null
  }
  reschedule_request_slots: { review_id: string; slot_id: string; place: number }
  /** The slots that were used up as somebody did not come. */
  no_shows: { slot_id: string; review_id: string; who: NoShowRole; at: number }
  /** What an advisor has set; without a row it is asked first. */
  advisor_settings: { advisor_id: string; move_by_itself: RebookingOption }
  /** A student's work on the week of a review; no row until something is saved. */
  work: {
    review_id: string
    /** The lines of the week's task that are done, as a JSON list. */
    ticks: string
    /** Links with kind and note, as a JSON list. */
    links: string
    note: string
    /** Since when the student says that they are ready. */
    ready_at: number | null
    saved_at: number
  }
  /** What the reviewer wrote beside the marks; no row until something is saved. */
  feedback: {
    review_id: string
    /** Markdown, to the student; empty if there is only a note. */
    text: string
    /** For staff alone. */
    note: string
    /** The student's one reply. */
    reply: string | null
    replied_at: number | null
    saved_at: number
  }
  /** A reviewer's own phrases for feedback, as a JSON list. */
  feedback_phrases: { reviewer_id: string; phrases: string }
  /** What a review was given by its domain's rubric; no row until there is something. */
  rubric_assessments: {
    review_id: string
    /** A copy of each criterion with its points, as a JSON list. */
    criteria: string
  }
}
