import type { FirstAdmin } from '#contract/accounts/links/school-set-up.ts'
import { schoolSetUpRefusals, toSetUpPath } from '#contract/accounts/links/school-set-up.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { setUpHours } from '#contract/limits/accounts.ts'
import type { SchoolSettings, SchoolSettingsChange } from '#contract/school/settings.ts'
import type { Tx } from '#server/database/transaction.ts'
import { setAuditActor } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { openSession } from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { hashSecret, newId, newSecret } from '#server/kit/id.ts'
import * as people from '#server/people/actions.ts'
import * as school from '#server/school/actions.ts'
import { rememberNetwork } from '../lockouts/known-networks.ts'
import { hashNewPassword } from '../password.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import {
  claimFirstAdmin,
  deleteExpiredSetUpLinks,
  deleteSetUpLinks,
  insertSchoolSetUpLink,
  isSetUpLinkValid,
} from './queries.ts'

type Named = { id: string; name: string; email: string }

/**
 * Adds the first admin from the settings, who can sign in at once; does nothing if there is anyone
 * already. Refuses a common password.
 */
export async function addFirstAdminFromSettings(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (await people.hasPeople(context)) return
  const hash = await hashNewPassword(context, password)
  await inTransaction(context, (tx) =>
    addFirstAdmin(tx, { id: newId(), name: 'Admin', email }, hash),
  )
}

/** Adds the first admin; false if another process was faster. */
async function addFirstAdmin(
  context: Context<Tx>,
  { id, name, email }: Named,
  hash: string,
): Promise<boolean> {
  const { db, clock } = context
  const isFirst = await claimFirstAdmin(db, { now: toIsoInstant(clock()) })
  if (!isFirst || (await people.hasPeople(context))) return false
  await people.createPerson(context, { id, role: 'admin', name, email }, hash)
  await deleteSetUpLinks(db)
  return true
}

/**
 * Returns a set-up link for a school without people, valid for an hour; undefined if there is
 * anyone. Links from other starts stay valid: several servers may share a database, and an open
 * page must survive a restart.
 */
export async function makeSetUpLink(context: Context): Promise<string | undefined> {
  if (await people.hasPeople(context)) return undefined
  const { db, clock, settings } = context
  const [secret, now] = [newSecret(), clock()]
  await deleteExpiredSetUpLinks(db, { now })
  await insertSchoolSetUpLink(db, {
    secret_hash: hashSecret(secret),
    expires_at: now + setUpHours * hourMs,
  })
  return settings.appUrl + toSetUpPath(secret)
}

/** Returns the settings before set-up. Refuses an invalid link. */
export async function getSetUpSettings(context: Context, secret: string): Promise<SchoolSettings> {
  await refuseBadSetUpLink(context, secret)
  return school.getSettings(context)
}

/** Refuses a wrong or expired link, and any link once there is anyone. */
export async function refuseBadSetUpLink(context: Context, secret: string): Promise<void> {
  const { db, clock } = context
  const isGood = await isSetUpLinkValid(db, { secretHash: hashSecret(secret), now: clock() })
  if (!isGood || (await people.hasPeople(context))) throw new Refused(schoolSetUpRefusals.badLink)
}

type SetUp = SchoolSettingsChange & { admin: FirstAdmin }

/**
 * Saves the school's settings, adds its first admin and signs them in; returns the session's token.
 * Refuses an invalid link, including one that someone else has finished with meanwhile.
 */
export async function setUpSchool(
  context: Context<Tx>,
  secret: string,
  { admin, ...settings }: SetUp,
  hash: string,
  from: { address: string; userAgent: string | undefined },
): Promise<string> {
  await refuseBadSetUpLink(context, secret)
  const id = newId()
  // The audit log attributes the whole set-up, including this, to the new admin.
  setAuditActor(context, id)
  if (!(await addFirstAdmin(context, { id, ...admin }, hash)))
    throw new Refused(schoolSetUpRefusals.badLink)
  await school.saveSettings(context, settings)
  const token = await openSession(context, id, from)
  await rememberNetwork(context, id, from.address)
  await rememberBrowser(context, { _id: id, role: 'admin' }, from)
  return token
}
