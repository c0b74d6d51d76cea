import { hashSecret } from '#server/kit/id.ts'
import type { TestApp } from '#test/app.ts'

/**
 * Makes a call and returns what it gains: rows that decide how people sign in or where their links
 * go, and secrets in its reply.
 */
export async function findEscalations(
  app: TestApp,
  make: () => Promise<{ status: number; body: unknown }>,
) {
  const before = await readCredentials(app)
  const ids = await listIds(app)
  const { status, body } = await make()
  const gains: string[] = []
  for (const row of await readCredentials(app)) {
    const [table, { id }] = JSON.parse(row)
    const isNewPerson = table === 'people' && !ids.has(id)
    if (!before.has(row) && !isNewPerson) gains.push(row)
  }
  const hashes = await readHashes(app)
  const words = JSON.stringify(body ?? null).split(/[^\w-]+/)
  gains.push(...words.filter((word) => hashes.has(hashSecret(word))))
  return { status, body, gains }
}

/** Tables of what lets somebody in, or sends them secrets. */
const credentials = [
  ...([
    'sessions',
    'api_tokens',
    'second_factors',
    'second_factor_roles',
    'recovery_codes',
  ] as const),
  ...(['push_subscriptions', 'calendar_feeds', 'email_changes', 'known_browsers'] as const),
]
/** What decides who can sign in and who receives links to a password, row by row. */
async function readCredentials({ context: { db } }: TestApp): Promise<Set<string>> {
  const found: unknown[][] = []
  for (const table of credentials) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      found.push([table, { ...row, used_at: undefined }])
    }
  }
  const people = db.selectFrom('people').select(['id', 'email', 'role', 'password_hash'])
  for (const row of await people.execute()) found.push(['people', row])
  const settings = db.selectFrom('school_settings').select(['smtp_url', 'mail_from'])
  const row = await settings.executeTakeFirst()
  found.push(['settings', { smtp_url: row?.smtp_url ?? null, mail_from: row?.mail_from ?? null }])
  return new Set(found.map((one) => JSON.stringify(one)))
}

/** The hashes of all secrets that are stored. */
async function readHashes({ context: { db } }: TestApp): Promise<Set<string>> {
  const hashes = new Set<string>()
  for (const table of ['sessions', 'api_tokens'] as const) {
    const rows = await db.selectFrom(table).select('token_hash').execute()
    for (const { token_hash } of rows) hashes.add(token_hash)
  }
  const links = ['invitations', 'password_resets', 'email_changes', 'calendar_feeds'] as const
  for (const table of links) {
    const rows = await db.selectFrom(table).select('secret_hash').execute()
    for (const { secret_hash } of rows) hashes.add(secret_hash)
  }
  return hashes
}

async function listIds({ context: { db } }: TestApp): Promise<Set<string>> {
  const people = await db.selectFrom('people').select('id').execute()
  return new Set(people.map(({ id }) => id))
}
