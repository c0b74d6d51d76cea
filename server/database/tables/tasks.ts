export type TaskTables = {
  tasks: {
    id: string
    domain_id: string
    week: number
    personal_development: string
    technical: string
    miscellaneous: string
    created_at: number
  }
}
