import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { bodyMaxBytes } from '#contract/limits/limits.ts'
import { getSchool, getSchoolLogoPath } from '#contract/school/school.ts'
import { startHealthCheck } from '#server/database/health-check.ts'
import {
  handleErrors,
  handleMalformedUrl,
  refuseWhileDatabaseDown,
  validateInput,
} from '#server/kit/call/errors.ts'
import { startDeletingOldReplies } from '#server/kit/call/idempotency.ts'
import { serveApiDescription } from '#server/kit/call/openapi.ts'
import { limitCalls } from '#server/kit/limits/call-limits.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  getConnectionOptions,
  limitConnections,
} from '#server/kit/limits/connections.ts'
import { limitFirstVisits } from '#server/kit/limits/first-visit-limit.ts'
import { type LoadLimits, loadLimits, shedLoad } from '#server/kit/limits/overload.ts'
import { openSockets, type SocketAdapterOptions } from '#server/kit/live/sockets.ts'
import { serveHealth } from '#server/kit/ops/health.ts'
import { type LogOptions, logRequests, logSerializers } from '#server/kit/ops/log/log.ts'
import { serveManual } from '#server/kit/ops/manual.ts'
import { serveMetrics } from '#server/kit/ops/metrics.ts'
import { getSecurityHeaders } from '#server/kit/ops/security-headers.ts'
import { serveWebPage } from '#server/kit/ops/web-page.ts'
import { serveWellKnown } from '#server/kit/ops/well-known.ts'
import { warnAboutUntrustedProxy } from '#server/kit/settings/proxies.ts'
import { editPerson } from './accounts/edit-person.ts'
import { findLockedOutEmails } from './accounts/lockouts/actions.ts'
import { accountRoutes } from './accounts/routes.ts'
import { requireSecondFactor } from './accounts/second-factor/require-second-factor.ts'
import { auditRoutes } from './audit/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { callRoutes } from './calls/routes.ts'
import { callSockets } from './calls/sockets.ts'
import { domainRoutes } from './domains/routes.ts'
import { enrolmentRoutes } from './enrolment/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { hourRoutes } from './hours/routes.ts'
import { insightRoutes } from './insight/routes.ts'
import type { Context } from './kit/context.ts'
import { newId } from './kit/id.ts'
import { mailRoutes } from './mails/routes.ts'
import { unsubscribeRoutes } from './mails/unsubscribe-routes.ts'
import { unsubscribeByKind } from './notifications/mail/unsubscribe-by-kind.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { listPeople } from './people/list.ts'
import { peopleRoutes } from './people/routes.ts'
import { type PlanLimits, planLimits } from './plan/planner.ts'
import { planRoutes } from './plan/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { progressRoutes } from './progress/routes.ts'
import { findUndoableHandOverTime } from './reviews/advisors/undo-hand-over.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { findTurnsByStudent } from './reviews/turns/find-turns.ts'
import { rubricRoutes } from './rubrics/routes.ts'
import { serveAppManifest } from './school/app-manifest.ts'
import { schoolRoutes } from './school/routes.ts'
import { serveLogo } from './school/serve-logo.ts'
import { slotRoutes } from './slots/routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { getOpenApiWebhooks } from './webhooks/openapi-webhooks.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { workRoutes } from './work/routes.ts'

export type AppOptions = {
  log: LogOptions
  /** The folder of the built page; without one only the API is served. */
  page?: string
  /** Options of the Socket.IO server; without them there are no sockets. */
  sockets?: SocketAdapterOptions
  /** Other origins whose pages may call the API; none by default. */
  corsOrigins?: string[]
  /** The bearer token for /metrics; without it /metrics does not exist. */
  metricsToken?: string | undefined
  /**
   * Aborted when the server shuts down soon. Until then it answers all calls, but closes each
   * connection after its reply.
   */
  leaving?: AbortSignal
  /** Overrides of the default limits. */
  limits?: Partial<ConnectionLimits & LoadLimits & PlanLimits>
}

/**
 * Builds the server without listening; tests inject requests into it. With sockets, it also sets
 * `context.live`.
 */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const limits = {
    ...connectionLimits,
    ...loadLimits,
    ...planLimits,
    ...options.limits,
  }
  const app: FastifyInstance = Fastify({
    ...getConnectionOptions(limits, { hasSockets: options.sockets !== undefined }),
    logger: { ...options.log, serializers: logSerializers },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMaxBytes,
    genReqId: newId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    rewriteUrl: answerHeadAsGet,
    // Requests on open connections are answered normally during shutdown.
    return503OnClosing: false,
    trustProxy: context.settings.trustProxy,
    frameworkErrors: (error, { raw: request }, { raw: response }) =>
      handleMalformedUrl(error, app, { request, response }),
  })
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  acceptEmptyBodies(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Replies are private to the caller. Static files override this header.
    reply.header('cache-control', 'no-store')
    if (options.leaving?.aborted) reply.header('connection', 'close')
    done()
  })
  limitConnections(app, limits)
  logRequests(app)
  warnAboutUntrustedProxy(app)
  const { corsOrigins = [] } = options
  const watch = startHealthCheck(context, app.log)
  app.addHook('preClose', async () => watch.stop())
  await addHeadersAndLimits(app, context, corsOrigins)
  handleErrors(app, watch)
  await serveApiDescription(app, getOpenApiWebhooks())
  serveHealth(app, context, watch, options.leaving)
  startDeletingOldReplies(app, context)
  requireSecondFactor(app, context)
  const sockets =
    options.sockets && (await openSockets(app, context, { corsOrigins, ...options.sockets }))
  if (sockets) {
    context.live = sockets.live
    callSockets(sockets, context)
  }
  if (options.page) serveWebPage(app, options.page)
  serveLogo(app, context)
  serveAppManifest(app, context)
  serveManual(app)
  serveWellKnown(app, context)

  let callsUnderWay = () => 0
  const { metricsToken } = options
  if (metricsToken) {
    serveMetrics(app, context, metricsToken, {
      callsUnderWay: () => callsUnderWay(),
      sockets: () => sockets?.count() ?? 0,
      isDatabaseDown: watch.isDown,
    })
  }
  // Only API calls are shed or refused; health, metrics and static files are always answered.
  app.register(async (rooms) => {
    callsUnderWay = shedLoad(rooms, limits)
    refuseWhileDatabaseDown(rooms, watch)
    for (const routes of [
      accountRoutes,
      domainRoutes,
      rubricRoutes,
      taskRoutes,
      reviewRoutes,
      slotRoutes,
      availabilityRoutes,
      calendarRoutes,
      callRoutes,
      schoolRoutes,
      hourRoutes,
      insightRoutes,
      healthRoutes,
      auditRoutes,
      enrolmentRoutes,
      workRoutes,
      feedbackRoutes,
      mailRoutes,
      notificationRoutes,
      privacyRoutes,
      progressRoutes,
      webhookRoutes,
    ]) {
      routes(rooms, context)
    }
    planRoutes(rooms, context, limits)
    // Passed in, because accounts and reviews import people and not the other way round.
    peopleRoutes(rooms, context, {
      findLockedOutEmails,
      findTurnsByStudent,
      findUndoableHandOverTime,
      editPerson,
    })
    exportRoutes(rooms, context, {
      listPeople: (context, role, query) =>
        listPeople(context, role, query, { findLockedOutEmails, findTurnsByStudent }),
    })
    unsubscribeRoutes(rooms, context, unsubscribeByKind)
  })
  return app
}

/**
 * Lets the route of GET answer HEAD; Node sends no body. Routes of their own would take a quarter of
 * the time in which an app is built.
 */
function answerHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') request.method = 'GET'
  return request.url ?? '/'
}

/** Some clients send the JSON content type without a body: treat that as no body. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => (text === '' ? done(null, undefined) : parseJson(request, text, done)),
  )
}

/** Static files, the school's name and its logo: requests made before anybody has signed in. */
function isFirstVisit({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/*' || url === getSchool.path || Boolean(url?.startsWith(getSchoolLogoPath('')))
}

/** Adds security headers, compression, CORS and rate limits. */
async function addHeadersAndLimits(
  app: FastifyInstance,
  context: Context,
  corsOrigins: string[],
): Promise<void> {
  const headers = getSecurityHeaders(context.settings.appUrl.startsWith('https:'))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  limitFirstVisits(app, context, isFirstVisit)
  await app.register(compress)
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'PATCH'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
      exposedHeaders: [
        'link',
        'retry-after',
        'x-request-id',
        'idempotency-replayed',
        'stopped-early',
      ],
      maxAge: 600,
    })
  }
  await limitCalls(app, context, isFirstVisit)
}
