import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/kit/context.ts'

export function schoolRoutes(_app: FastifyInstance, _context: Context): void {}
