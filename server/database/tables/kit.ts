export type KitTables = {
  /** What calls with an Idempotency-Key were answered; null only within the call itself. */
  idempotency_keys: { id: string; fingerprint: string; reply: string | null; created_at: number }
  /** Single facts about this database, such as that it was filled with demo data. */
  facts: { name: string; value: string }
}
