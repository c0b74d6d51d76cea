import type { FirstAdmin } from '#contract/accounts/links/set-up.ts'
import { setUpPath, setUpRefusals } from '#contract/accounts/links/set-up.ts'
import { isoInstant } from '#contract/kit/time/iso.ts'
import { hourMs } from '#contract/kit/time/time.ts'
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
  insertSetUpLink,
  isSetUpLinkValid,
} from './queries.ts'

type Named = { id: string; name: string; email: string }

/**
 * Adds the first admin of the settings, who can sign in at once; does nothing once there is
 * anybody. Refuses one of the most used passwords.
 */
export async function ensureFirstAdmin(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (await people.hasPeople(context)) return
  const hash = await hashNewPassword(context, password)
  await inTransaction(context, (tx) =>
    addFirstAdmin(tx, { id: newId(), name: 'Admin', email }, hash),
  )
}

/** Adds the first admin; false where somebody was quicker, whoever it is. */
async function addFirstAdmin(
  context: Context<Tx>,
  { id, name, email }: Named,
  hash: string,
): Promise<boolean> {
  const { db, clock } = context
  const isFirst = await claimFirstAdmin(db, { now: isoInstant(clock()) })
  if (!isFirst || (await people.hasPeople(context))) return false
  await people.createPerson(context, { id, role: 'admin', name, email }, hash)
  await deleteSetUpLinks(db)
  return true
}

/**
 * The address at which a school that has nobody yet is set up, good for an hour; undefined once
 * there is somebody. Those of other starts stay good for their own hour: several servers may have
 * one database, and a page that is open goes on after a restart.
 */
export async function makeSetUpLink(context: Context): Promise<string | undefined> {
  if (await people.hasPeople(context)) return undefined
  const { db, clock, settings } = context
  const [secret, now] = [newSecret(), clock()]
  await deleteExpiredSetUpLinks(db, { now })
  await insertSetUpLink(db, {
    secret_hash: hashSecret(secret),
    expires_at: now + setUpHours * hourMs,
  })
  return settings.appUrl + setUpPath(secret)
}

/** The settings as they are before the school is set up. Refuses a link that is not good. */
export async function getSetUpSettings(context: Context, secret: string): Promise<SchoolSettings> {
  await refuseBadSetUpLink(context, secret)
  return school.getSettings(context)
}

/** Refuses a link that is wrong or old, and any once the school has somebody. */
export async function refuseBadSetUpLink(context: Context, secret: string): Promise<void> {
  const { db, clock } = context
  const isGood = await isSetUpLinkValid(db, { secretHash: hashSecret(secret), now: clock() })
  if (!isGood || (await people.hasPeople(context))) throw new Refused(setUpRefusals.badLink)
}

type SetUp = SchoolSettingsChange & { admin: FirstAdmin }

/**
 * Keeps the school's settings and adds its first admin, who is signed in: returns the session's
 * token. Refuses a link that is not good, also where somebody else has finished meanwhile.
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
  // Whoever sets the school up is its admin: all that the audit log says of it is theirs, this too.
  setAuditActor(context, id)
  if (!(await addFirstAdmin(context, { id, ...admin }, hash)))
    throw new Refused(setUpRefusals.badLink)
  await school.saveSettings(context, settings)
  const token = await openSession(context, id, from)
  await rememberNetwork(context, id, from.address)
  await rememberBrowser(context, { _id: id, role: 'admin' }, from)
  return token
}
