export type CalendarTables = {
  /** By which address somebody's own calendar reads their reviews; made at an instant. */
  calendar_feeds: { person_id: string; secret_hash: string; made_at: number }
}
