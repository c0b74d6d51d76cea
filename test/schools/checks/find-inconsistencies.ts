import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/**
 * Inconsistencies that must never be visible, despite races and crashes: in each case one
 * transaction writes all parts. The first column says where.
 */
const halves: Record<string, string> = {
  'an invited person without an invitation': `
    select email from people where role <> 'admin' and verified_at is null and erased_at is null
      and id not in (select person_id from invitations)`,
  'an invited person without an email': `
    select email from people where role <> 'admin' and verified_at is null and erased_at is null
      and email not in (select recipient from outbox)`,
  'a verified person whose invitation still lives': `
    select email from people where verified_at is not null
      and id in (select person_id from invitations)`,
  'a verified reviewer who chose a password and no domain': `
    select email from people where role = 'reviewer' and verified_at is not null
      and password_hash is not null and id not in (select reviewer_id from reviewer_domains)`,
  'a verified student without exactly one open review': `
    select people.id from people
      left join reviews on reviews.student_id = people.id and reviews.closed_at is null
      where role = 'student' and verified_at is not null
        and finished_at is null and erased_at is null
      group by people.id having count(reviews.id) <> 1`,
  'an open review of a student who has finished or is erased': `
    select reviews.id from reviews join people on people.id = reviews.student_id
      where reviews.closed_at is null and (finished_at is not null or erased_at is not null)`,
  'a student who is not in the week of the open review': `
    select people.id from people join reviews on reviews.student_id = people.id
      where reviews.closed_at is null and reviews.week <> people.week`,
  'an open review without an advisor while there is one': `
    select id from reviews where advisor_id is null and closed_at is null and exists (
      select 1 from people where role = 'advisor' and verified_at is not null
        and blocked_at is null)`,
  'a closed review that none follows': `
    select reviews.id from reviews join people on people.id = reviews.student_id
      where reviews.closed_at is not null and finished_at is null and erased_at is null
        and reviews.id not in (select follows_id from reviews where follows_id is not null)`,
  'an open review that another follows': `
    select id from reviews where closed_at is null
      and id in (select follows_id from reviews where follows_id is not null)`,
  'a review that follows another student’s, or not by a week or none': `
    select next.id from reviews as next join reviews as last on last.id = next.follows_id
      where next.student_id <> last.student_id or next.week - last.week not in (0, 1)`,
  'a closed review that holds a slot it did not use': `
    select reviews.id from reviews join slots on slots.id = reviews.slot_id
      where status = 'review-scheduled' and closed_at < slots.starts_at`,
  'a review whose status does not fit its slot': `
    select id from reviews where (status = 'not-scheduled') <> (slot_id is null)`,
  'a slot of two reviews': `
    select slot_id from reviews where slot_id is not null group by slot_id having count(*) > 1`,
  'a slot that is used up and booked': `
    select id from reviews where slot_id in (select slot_id from no_shows)`,
  'a review that stands elsewhere than its history ends': `
    select reviews.id from reviews join review_history as line on line.review_id = reviews.id
      where coalesce(line.from_slot_id, line.to_slot_id) is not null
        and coalesce(line.to_slot_id, '') <> coalesce(reviews.slot_id, '')
        and not exists (select 1 from review_history as later
          where later.review_id = line.review_id
            and coalesce(later.from_slot_id, later.to_slot_id) is not null
            and (later.at > line.at or (later.at = line.at and later.id > line.id)))`,
  'a slot that went with its booking and is there': `
    select slots.id from slots join review_history as line on line.from_slot_id = slots.id
      where line.gone_ends_at is not null
        and line.id not in (select undoes_id from review_history where undoes_id is not null)`,
  'a reschedule request that stays open after it was declined': `
    select review_id from reschedule_requests where ended_at is null and declined_reason is not null`,
  'slots of a reviewer that overlap': `
    select one.id from slots as one join slots as other on other.reviewer_id = one.reviewer_id
      and other.id <> one.id and other.starts_at < one.ends_at and one.starts_at < other.ends_at`,
  'a blocked person who is signed in': `
    select people.id from people join sessions on sessions.person_id = people.id
      where blocked_at is not null`,
  'a review that was begun without an entry in the audit log': `
    select id from reviews where follows_id is not null
      and id not in (select subject_id from audit_log where kind = 'reviews')`,
  'an invited person without an entry in the audit log': `
    select email from people where role <> 'admin' and verified_at is null and erased_at is null
      and id not in (select subject_id from audit_log where kind = 'people')`,
  'a sent email that keeps its text, or an unsent one that lost it': `
    select id from outbox
      where (body = '' and sent_at is null and failed_at is null and dropped_at is null)
        or (body <> '' and (sent_at is not null or dropped_at is not null))`,
}

/** Finds partly written data. Returns a line for each problem. Works on both databases. */
export async function findInconsistencies(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [what, query] of Object.entries(halves)) {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db)
    found.push(...rows.map((row) => `${what}: ${Object.values(row)[0]}`))
  }
  return found
}
