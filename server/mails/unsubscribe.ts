import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnsubscribable, type MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { pagePaths } from '#contract/kit/page-paths.ts'
import { unsubscribing } from '#contract/mails.ts'
import { unsubscribedLabels } from '#contract/notifications/delivery/opt-out.ts'
import { schoolLogoPath } from '#contract/school.ts'
import type { Tx } from '#server/database/transaction.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Change, Context } from '#server/kit/context.ts'
import { readUnsubscribeRequest, type UnsubscribeRequest } from '#server/kit/mail/unsubscribe.ts'
import * as people from '#server/people/actions.ts'
import { readRole } from './queries.ts'

/** For each kind of mail that can be switched off what does so for a person, also a second time. */
type SwitchOff = {
  [Kind in MailKind]?: (context: Context<Tx>, personId: string) => Promise<void>
}

type PageText = { title: string; lines: readonly string[]; button?: string; after?: string }

type SecretRoute = { Params: { secret: string } }

/**
 * Binds where each mail's `List-Unsubscribe` leads, without a session: a page that asks, as
 * readers' programs open every link, and a POST that does it, from the page or by itself (RFC
 * 8058). A kind that `switchOff` has nothing for cannot be switched off, and the page says so.
 */
export function unsubscribeRoutes(
  app: FastifyInstance,
  context: Context,
  switchOff: SwitchOff,
): void {
  app.register(async (scope) => {
    acceptAnyBody(scope)
    const path = '/unsubscribe/:secret'
    const schema = { hide: true }

    scope.get<SecretRoute>(path, { schema }, async ({ params: { secret } }, reply) => {
      const asked = await findAsked(secret)
      if (!asked) return show(reply.status(404), unsubscribing.badLink)
      return show(reply, getSwitchOff(asked) ? await makePage(asked, 'ask') : unsubscribing.always)
    })

    scope.post<SecretRoute>(path, { schema }, async (request, reply) => {
      const { secret } = request.params
      const asked = await findAsked(secret)
      if (!asked) return show(reply.status(404), unsubscribing.badLink)
      const switchThemOff = getSwitchOff(asked)
      if (!switchThemOff) return show(reply, unsubscribing.always)
      const change = toChange(request)
      await inTransactionThenNotify({ ...context, change }, switchThemOff)
      return show(reply, await makePage(asked, 'done'))
    })
  })

  /** What an address asks for; undefined if it is not one of ours, or of somebody who is gone. */
  async function findAsked(secret: string): Promise<UnsubscribeRequest | undefined> {
    const asked = await readUnsubscribeRequest(context, secret)
    const isGone = asked?.personId != null && !(await people.personExists(context, asked.personId))
    return isGone ? undefined : asked
  }

  /** How the mails that an address is about are switched off; undefined where they cannot be. */
  function getSwitchOff({ kinds, personId }: UnsubscribeRequest) {
    const offs = kinds.flatMap((kind) => switchOff[kind] ?? [])
    if (offs.length === 0 || personId === null) return undefined
    return async (tx: Context<Tx>) => {
      for (const off of offs) await off(tx, personId)
    }
  }

  /** What is stopped by its names, and where its reader chooses among all. */
  async function makePage({ kinds, personId }: UnsubscribeRequest, step: 'ask' | 'done') {
    const page = unsubscribing[step](unsubscribedLabels(kinds.filter(isUnsubscribable)))
    const person = personId === null ? undefined : await readRole(context.db, { personId })
    const settings = person && context.settings.appUrl + pagePaths.noticeSettings(person.role)
    return settings ? { ...page, after: `Choose which mails you get at ${settings}` } : page
  }

  async function show(reply: FastifyReply, said: PageText) {
    const { renderFormPage } = await import('#server/kit/mail/message/html.ts')
    const { schoolName: name, appUrl: url, schoolLogo } = context.settings
    const logo = schoolLogo && schoolLogoPath(schoolLogo.version)
    return reply.type('text/html; charset=utf-8').send(renderFormPage(said, { name, url, logo }))
  }
}

/** As the audit log notes it; who it was the link says. */
function toChange({ ip: address, id: requestId }: FastifyRequest): Change {
  const nobody = { personId: null, auditEntries: 0, endedSessions: new Set<string>() }
  return { ...nobody, call: 'POST /unsubscribe/:secret', address, requestId }
}

/** What is in it matters to nobody: programs send a form, in one of two types. */
function acceptAnyBody(app: FastifyInstance): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}
