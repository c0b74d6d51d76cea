import type { FastifyInstance } from 'fastify'
import {
  createToken,
  endPersonToken,
  endToken,
  listPersonTokens,
  listTokens,
  tokenCreatedMessage,
  tokenRevokedMessage,
} from '#contract/accounts/api-tokens.ts'
import { roles } from '#contract/roles.ts'
import { serve, serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as tokens from './actions.ts'

export function apiTokenRoutes(app: FastifyInstance, context: Context): void {
  for (const role of roles) {
    serve(app, context, createToken[role], async ({ context, session, body }) => ({
      message: tokenCreatedMessage,
      ...(await tokens.createToken(context, session, body.value)),
    }))

    serveList(app, context, listTokens[role], ({ context, session, query }) =>
      tokens.listTokens(context, session.personId, query),
    )

    serve(app, context, endToken[role], async ({ context, session, body }) => {
      await tokens.endToken(context, session, body.value._id)
      return { message: tokenRevokedMessage }
    })
  }
  serveList(app, context, listPersonTokens, ({ context, query }) =>
    tokens.listPersonTokens(context, query),
  )

  serve(app, context, endPersonToken, async ({ context, body }) => {
    await tokens.endPersonToken(context, body.value)
    return { message: tokenRevokedMessage }
  })
}
