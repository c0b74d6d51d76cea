export type DomainTables = {
  domains: {
    id: string
    name: string
    /** In lower case: nobody else has it. */
    name_key: string
    /** What lists are ordered by. */
    sort_key: string
    created_at: number
    /** Since when nothing new can choose it; null if it can be chosen. */
    archived_at: number | null
    /** Where an admin has set it; null for the week of the last task. */
    last_week: number | null
    /** The criteria of marks, as a JSON list; null if it has none. */
    rubric: string | null
  }
}
