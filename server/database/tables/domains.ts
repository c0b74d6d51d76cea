export type DomainTables = {
  domains: { id: string; name: string; name_key: string; created_at: number }
}
