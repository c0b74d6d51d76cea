import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnsubscribable, type MailKind } from '#contract/kit/kinds/mail-kind.ts'
import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { unsubscribePageTexts } from '#contract/mails.ts'
import { getUnsubscribedLabels } from '#contract/notifications/delivery/opt-out.ts'
import { getSchoolLogoPath } from '#contract/school/school.ts'
import type { Tx } from '#server/database/transaction.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { AuditSource, Context } from '#server/kit/context.ts'
import { readUnsubscribeRequest, type UnsubscribeRequest } from '#server/kit/mail/unsubscribe.ts'
import * as people from '#server/people/actions.ts'
import { readPersonRole } from './queries.ts'

/** For each kind of mail that can be unsubscribed, the idempotent action that does it. */
type SwitchOff = {
  [Kind in MailKind]?: (context: Context<Tx>, personId: string) => Promise<void>
}

type PageText = { title: string; lines: readonly string[]; button?: string; after?: string }

type SecretRoute = { Params: { secret: string } }

/**
 * Serves the `List-Unsubscribe` links of mails, without a session: GET shows a page that asks,
 * since mail clients open every link; POST unsubscribes, from the page or by one click (RFC 8058).
 * For kinds that are not in `switchOff`, the page says that they cannot be unsubscribed.
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
      if (!asked) return show(reply.status(404), unsubscribePageTexts.badLink)
      return show(
        reply,
        getSwitchOff(asked) ? await makePage(asked, 'ask') : unsubscribePageTexts.always,
      )
    })

    scope.post<SecretRoute>(path, { schema }, async (request, reply) => {
      const { secret } = request.params
      const asked = await findAsked(secret)
      if (!asked) return show(reply.status(404), unsubscribePageTexts.badLink)
      const switchThemOff = getSwitchOff(asked)
      if (!switchThemOff) return show(reply, unsubscribePageTexts.always)
      const change = toChange(request)
      await inTransactionThenNotify({ ...context, change }, switchThemOff)
      return show(reply, await makePage(asked, 'done'))
    })
  })

  /** Returns the request of a link; undefined if link or person do not exist. */
  async function findAsked(secret: string): Promise<UnsubscribeRequest | undefined> {
    const asked = await readUnsubscribeRequest(context, secret)
    const isGone = asked?.personId != null && !(await people.personExists(context, asked.personId))
    return isGone ? undefined : asked
  }

  /** Returns the action that unsubscribes these kinds; undefined if there is none. */
  function getSwitchOff({ kinds, personId }: UnsubscribeRequest) {
    const offs = kinds.flatMap((kind) => switchOff[kind] ?? [])
    if (offs.length === 0 || personId === null) return undefined
    return async (tx: Context<Tx>) => {
      for (const off of offs) await off(tx, personId)
    }
  }

  /** Makes the page: the names of the kinds, and a link to the person's mail settings. */
  async function makePage({ kinds, personId }: UnsubscribeRequest, step: 'ask' | 'done') {
    const page = unsubscribePageTexts[step](getUnsubscribedLabels(kinds.filter(isUnsubscribable)))
    const person = personId === null ? undefined : await readPersonRole(context.db, { personId })
    const settings = person && context.settings.appUrl + linkedPagePaths.noticeSettings(person.role)
    return settings ? { ...page, after: `Choose which emails you get at ${settings}` } : page
  }

  async function show(reply: FastifyReply, said: PageText) {
    const { renderFormPage } = await import('#server/kit/mail/message/html.ts')
    const { schoolName: name, appUrl: url, schoolLogo } = context.settings
    const logo = schoolLogo && getSchoolLogoPath(schoolLogo.version)
    return reply.type('text/html; charset=utf-8').send(renderFormPage(said, { name, url, logo }))
  }
}

/** Makes the audit data of the request; the link identifies the person. */
function toChange({ ip: address, id: requestId }: FastifyRequest): AuditSource {
  const nobody = { personId: null, auditEntries: 0, endedSessions: new Set<string>() }
  return { ...nobody, call: 'POST /unsubscribe/:secret', address, requestId }
}

/** Ignores the body: mail clients send a form in one of two content types. */
function acceptAnyBody(app: FastifyInstance): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}
