export type CallTables = {
  /**
   * Counts how often each has come into a call's room: the newest of their sockets holds the seat.
   */
  call_participants: { review_id: string; person_id: string; turn: number }
  call_events: {
    id: string
    review_id: string
    person_id: string
    kind: string
    reason: string | null
    at: number
    /**
     * How many it stands for: the last of them is told, and when the first was (null: only one).
     */
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
    /** Who typed it: the review may have another reviewer by now. */
    reviewer_id: string | null
    mark: string | null
    pending_task: string | null
    saved_at: number
  }
}
