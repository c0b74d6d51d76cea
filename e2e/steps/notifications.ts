import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { markNotificationsRead } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import type { School } from '../kit/school.ts'

/** The bell in the top bar, with the number of unread notifications. */
export function bell(page: Page): Locator {
  return page.getByRole('link', { name: 'Notifications', exact: true })
}

/** Marks all of a person's notifications as read. */
export async function readAll(school: School, role: Role, token: string): Promise<void> {
  await school.call(markNotificationsRead[role], { token, body: { value: { ids: 'all' } } })
}

/** Makes a day's reminder of a review due now, even if its slot is sooner. */
export function remindNow({ dataDir }: School, reviewId: string): void {
  const db = new DatabaseSync(join(dataDir, 'weekward.db'), { timeout: 5_000 })
  db.prepare(
    `insert into reminders (review_id, kind, starts_at, due_at)
     select review_id, 'reminder-day', starts_at, ?2 from reminders where review_id = ?1 limit 1
     on conflict do update set due_at = excluded.due_at`,
  ).run(reviewId, Date.now())
  db.close()
}
