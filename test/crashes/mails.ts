import type { Context } from '#server/kit/context.ts'
import { hashSecret } from '#server/kit/id.ts'
import { findLink } from '#test/mail/mails.ts'

/** A received mail: its id in the outbox, its recipient and its link. */
export type ReceivedMail = { id: string; recipient: string; link: string }

/** The mails received during one run of the server, in order, and whether it was killed. */
export type ServerRun<One extends { id: string } = ReceivedMail> = {
  arrived: One[]
  wasKilled: boolean
}

/**
 * The final outbox in order, which mails contain an invitation's link, and the hash of each
 * person's invitation. A mail that was replaced by a newer one need not be sent, but may have been
 * before a kill.
 */
export type Outbox = {
  mails: { id: string; recipient: string; isLink: boolean; isSent: boolean; isDropped: boolean }[]
  invitations: { email: string; secretHash: string }[]
}

/** The current outbox. */
export async function readOutbox({ db }: Context): Promise<Outbox> {
  const mails = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const invitations = await db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.person_id')
    .select(['people.email', 'invitations.secret_hash as secretHash'])
    .execute()
  return {
    mails: mails.map(({ id, kind, recipient, sent_at, dropped_at }) => ({
      isLink: kind === 'invitation',
      id,
      recipient,
      isSent: sent_at !== null,
      isDropped: dropped_at !== null,
    })),
    invitations,
  }
}

/** Parses a received mail. */
export async function parseMail(mail: { to: string[]; text: string }): Promise<ReceivedMail> {
  return {
    id: mail.text.match(/^Message-ID: <([^@]+)@/im)?.[1] ?? '',
    recipient: mail.to.join(', '),
    link: (await findLink(mail)) ?? '',
  }
}

/**
 * Checks the mails and returns a line for each problem. A mail may arrive twice only if the server
 * was killed between sending and recording it, and only as many as are sent at a time.
 */
export function findMailProblems(
  { mails, invitations }: Outbox,
  runs: ServerRun[],
  atOnce: number,
): string[] {
  const all = runs.flatMap(({ arrived }) => arrived)
  const byId = Map.groupBy(all, ({ id }) => id)
  const links = mails.filter(({ isLink }) => isLink)
  const isLink = new Set(links.map(({ id }) => id))
  const byLink = Map.groupBy(
    all.filter(({ id }) => isLink.has(id)),
    ({ link }) => link,
  )
  const newest = new Map(links.map(({ id, recipient }) => [recipient, id]))
  const linkOf = (email: string) => byId.get(newest.get(email) ?? '')?.[0]?.link ?? ''
  const wanted = mails.filter(({ isDropped }) => !isDropped)
  return [
    ...wanted.filter(({ isSent }) => !isSent).map(({ id }) => `email ${id} was not sent`),
    ...wanted.filter(({ id }) => !byId.has(id)).map(({ id }) => `email ${id} did not arrive`),
    ...all
      .filter(({ id, recipient }) => !mails.some((m) => m.id === id && m.recipient === recipient))
      .map(({ id, recipient }) => `email ${id} to ${recipient} is in no outbox`),
    ...[...byLink]
      .filter(([, several]) => new Set(several.map(({ id }) => id)).size > 1)
      .map(([, several]) => `two emails to ${several[0]?.recipient} have one link`),
    ...findRepeatProblems('email', runs, atOnce),
    ...invitations
      .filter(({ email, secretHash }) => hashSecret(getSecret(linkOf(email))) !== secretHash)
      .map(({ email }) => `the newest link to ${email} is not good`),
  ]
}

const getSecret = (link: string) => link.split('/').at(-1) ?? ''

/**
 * Checks repeated mails: only those a killed server had in progress may be repeated, at most as
 * many as it sends at a time. Which of the last ones depends on the slowest reply.
 */
export function findRepeatProblems(
  what: string,
  runs: ServerRun<{ id: string }>[],
  atOnce: number,
): string[] {
  return runs.flatMap(({ arrived, wasKilled }, nth) => {
    const later = new Set(runs.slice(nth + 1).flatMap((run) => run.arrived.map(({ id }) => id)))
    const ids = arrived.map(({ id }) => id)
    const inThis = ids.filter((id, place) => ids.indexOf(id) !== place)
    const inLater = ids.filter((id) => later.has(id))
    const inHand = wasKilled && inLater.length <= atOnce
    const end = wasKilled ? 'was killed' : 'ended well'
    return [...inThis, ...(inHand ? [] : inLater)].map(
      (id) => `${what} ${id} was sent again: one of ${inLater.length} of life ${nth}, which ${end}`,
    )
  })
}

/** The number of mails that arrived more than once. */
export function countRepeatedMails(runs: ServerRun<{ id: string }>[]): number {
  const byId = Map.groupBy(
    runs.flatMap(({ arrived }) => arrived),
    ({ id }) => id,
  )
  return [...byId.values()].filter(({ length }) => length > 1).length
}
